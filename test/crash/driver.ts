/** Harms a run, recovers as an operator would, and then checks every promise. */

import { expect } from 'vitest';
import { z } from 'zod';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import type { Fields } from '../../src/model/json.ts';
import type { AccountSnapshot, FaultRule, RecordedCall } from '../../src/service/index.ts';
import { broken, holdings } from '../laws/holdings.ts';
import { createsOnce, isWrite, writes } from '../laws/oracles.ts';
import type { Ended } from './child.ts';
import type { Scenario } from './scenarios.ts';
import { aSite, type Blow, type Site } from './site.ts';

/** Harm of the run. */
export interface Harm extends Blow {
  readonly name: string;
  readonly faults?: readonly FaultRule[];
  /** The service says that it did nothing although it did, so that the client may rightly send again. */
  readonly lies?: boolean;
}

/** An unharmed run of a scenario. */
export interface Goal {
  readonly held: Held;
  /** The requests in the order they arrived. */
  readonly requests: readonly { readonly endpoint: EndpointId; readonly write: boolean }[];
  /** Changes on disk: whether each writes a text, which can be cut in the middle. */
  readonly changes: readonly { readonly text: boolean }[];
}

export interface Survived {
  /** True if the blow hit the run. A run that ends before its nth step is unharmed. */
  readonly met: boolean;
  /** True if a person had to report the result of a call. */
  readonly asked: boolean;
}

type Held = Readonly<Record<string, Fields>>;

export async function unharmed(scenario: Scenario): Promise<Goal> {
  const site = await aSite(scenario);
  try {
    const before = await site.service.snapshot(scenario.hubId);
    const ended = await site.apply({ env: { CRASH_COUNT: '1' } });
    expect(ended, ended.stderr + ended.stdout).toMatchObject({ code: 0 });
    const requests = (await site.calls()).flatMap(({ endpoint, method }) =>
      endpoint === undefined ? [] : [{ endpoint, write: isWrite({ endpoint, method }) }],
    );
    const after = await site.service.snapshot(scenario.hubId);
    expect(lostOptions(scenario, before, after)).toEqual([]);
    await nothingLeft(site);
    return {
      held: comparable(after),
      requests,
      changes: [...(/changes on disk: (\w+)/.exec(ended.stderr)?.[1] ?? '')].map((letter) => ({
        text: letter === 't',
      })),
    };
  } finally {
    await site.close();
  }
}

/** Throws (expect) as soon as anything is lost, done twice, claimed wrongly or left over. */
export async function survive(scenario: Scenario, goal: Goal, harm: Harm): Promise<Survived> {
  const site = await aSite(scenario);
  try {
    const before = await site.service.snapshot(scenario.hubId);
    for (const fault of harm.faults ?? []) site.service.faults.add(fault);
    const harmed = await site.apply(harm);
    site.service.faults.clear();
    const met = harmed.code === null || (await site.calls()).some(({ faults }) => faults.length > 0);
    await tellsTheTruth(site, scenario, goal, harmed);
    // Exit codes 1 and 3 promise that no call took effect. A lying service makes the promise void.
    if (harm.lies !== true && (harmed.code === 1 || harmed.code === 3))
      expect((await written(site)).filter(({ committed }) => committed)).toEqual([]);

    // A service that lied hides which resources are ours.
    if (harm.lies !== true) await namesItsOwn(site);

    // A second process takes over the lock of a dead process. If no process died, this process does it faster.
    const asked = await recover(site, scenario, goal, {
      ...harm,
      apply: harmed.code === null ? site.apply : site.applyHere,
    });
    await nothingLeft(site);
    const after = await site.service.snapshot(scenario.hubId);
    expect(comparable(after)).toEqual(goal.held);
    expect(lostOptions(scenario, before, after)).toEqual([]);
    expect(duplicates(after)).toEqual([]);
    if (harm.lies !== true) expect(createsOnce(await site.calls())).toEqual([]);
    return { met, asked };
  } finally {
    await site.close();
  }
}

/** Applies again without flags. For a call that trueup leaves to a person, settles it by a look into the account. */
async function recover(
  site: Site,
  scenario: Scenario,
  goal: Goal,
  { lies = false, apply }: Harm & { readonly apply: () => Promise<Ended> },
): Promise<boolean> {
  const open = await unsettled(site);
  const again = await apply();
  await tellsTheTruth(site, scenario, goal, again);
  if (open.length === 0 && lies && again.code !== 0) return unlied(site, scenario, goal, again);
  if (open.length === 0) {
    expect(again.code, again.stdout + again.stderr).toBe(0);
    return false;
  }
  expect(again.code).toBe(3);
  // The subscriptions of an app are in the account that owns it.
  const accounts = [scenario.hubId, site.service.development.hubId];
  const seen = await Promise.all(accounts.map((hubId) => site.service.snapshot(hubId)));
  const found = new Set(seen.flatMap((snapshot) => [...holdings(snapshot).keys()]));
  for (const address of open) {
    expect(again.stdout).toContain(`trueup ledger settle ${address} --as applied`);
    const as = [...found].some((held) => held === address) ? 'applied' : 'not-applied';
    expect(await site.run('ledger', 'settle', address, '--as', as)).toMatchObject({ code: 0 });
  }
  const last = await site.applyHere();
  await tellsTheTruth(site, scenario, goal, last);
  expect(last.code, last.stderr).toBe(0);
  return true;
}

/**
 * Recovers after a lying service denied calls that took effect. Adopts created resources that cannot be read, and
 * allows the change of readable resources.
 */
async function unlied(site: Site, scenario: Scenario, goal: Goal, refused: Ended): Promise<boolean> {
  let last = refused;
  for (let tries = 0; tries < 3 && last.code !== 0; tries += 1) {
    for (const [, address = ''] of last.stdout.matchAll(/trueup ledger adopt\s+(\S+)/g)) {
      expect(await site.run('ledger', 'adopt', address)).toMatchObject({ code: 0 });
    }
    last = await site.applyHere('--allow', 'type-change');
    await tellsTheTruth(site, scenario, goal, last);
  }
  expect(last.code, last.stdout + last.stderr).toBe(0);
  return true;
}

const OpenShape = z.object({ open: z.array(z.object({ id: z.string() })).default([]) });
const DriftShape = OpenShape.extend({ summary: z.object({ drifted: z.int() }) });

/** Checks that own writes are not drift. Drift and plan list exactly the open calls. */
async function namesItsOwn(site: Site): Promise<void> {
  const open = await intentionsOf(site);
  const ids = open.map(({ id }) => id);
  const drift = await site.run('drift', '--json');
  const { summary, open: told } = DriftShape.parse(JSON.parse(drift.stdout));
  expect([summary.drifted, told.map(({ id }) => id)], drift.stdout).toEqual([0, ids]);
  expect(drift.code, drift.stdout).toBe(open.some(({ recovery }) => recovery === 'ask') ? 5 : 0);
  const plan = await site.run('plan', '--json');
  expect(OpenShape.parse(JSON.parse(plan.stdout)).open.map(({ id }) => id)).toEqual(ids);
}

const LedgerShape = z.object({
  intentions: z.array(z.object({ id: z.string(), recovery: z.string(), covers: z.array(z.string()) })),
});

async function intentionsOf(site: Site): Promise<z.infer<typeof LedgerShape>['intentions']> {
  const { stdout } = await site.run('ledger', 'list', '--json');
  return LedgerShape.parse(JSON.parse(stdout)).intentions;
}

/** Addresses of the calls that only a person can settle. */
async function unsettled(site: Site): Promise<readonly string[]> {
  return (await intentionsOf(site)).flatMap(({ recovery, covers }) => (recovery === 'ask' ? covers : []));
}

/** Checks for an empty next plan, an apply without writes, and settled calls. */
async function nothingLeft(site: Site): Promise<void> {
  const before = await written(site);
  expect(await site.run('plan', '--detailed-exitcode', '--quiet')).toMatchObject({
    code: 0,
    stdout: 'Nothing to do.\n',
  });
  expect(await intentionsOf(site)).toEqual([]);
  expect(await written(site)).toEqual(before);
}

async function written(site: Site): Promise<readonly RecordedCall[]> {
  return writes(await site.calls());
}

/** Checks the printed results against the service and the exit code, and that the output hides internals. */
async function tellsTheTruth(
  site: Site,
  { hubId }: Scenario,
  goal: Goal,
  { code, stdout, stderr }: Ended,
): Promise<void> {
  expect(stdout + stderr).not.toMatch(/^ {4}at |\[internal\]|trueup-dev-token|trueup-dev-secret/m);
  const held = comparable(await site.service.snapshot(hubId));
  const told = outcomesIn(stdout);
  const applied = told.filter(({ status }) => status === 'applied').map(({ address }) => address);
  const wrong = applied.flatMap((address) => {
    const wanted = goal.held[address];
    if (wanted === undefined) return held[address] === undefined ? [] : [`${address} is still there`];
    return broken(wanted, held[address]).map((what) => `${address} ${what}`);
  });
  expect(wrong, stdout).toEqual([]);
  if (code === null || told.length === 0) return;
  const statuses = new Set(told.map(({ status }) => status));
  const bad = ['failed', 'skipped', 'conflict'].some((status) => statuses.has(status));
  // A failure is a partial apply only if a change was applied.
  const partly = ['applied', 'accepted'].some((status) => statuses.has(status)) ? 4 : 1;
  expect(code, stdout).toBe(statuses.has('uncertain') ? 5 : bad ? partly : 0);
}

const OutcomeShape = z.union([
  z.object({ outcomes: z.array(z.object({ address: z.string(), status: z.string() })) }),
  z.object({ format: z.literal('trueup.error/1') }).transform(() => ({ outcomes: [] })),
]);

/** Reads outcomes from text or JSON. A document that a kill cut off claims nothing. */
function outcomesIn(stdout: string): readonly { readonly address: string; readonly status: string }[] {
  if (stdout.startsWith('{')) return OutcomeShape.parse(JSON.parse(stdout)).outcomes;
  const line = /^ {2}. (applied|accepted|skipped|failed|conflict|uncertain) +[a-z]+ +([a-z-]+:\S+)/gm;
  return [...stdout.matchAll(line)].map(([, status = '', address = '']) => ({
    status: status.replace(' ', '-'),
    address,
  }));
}

/** Omits the positions of groups, which depend on the order of creation if no file declares them. */
function comparable(snapshot: AccountSnapshot): Held {
  return Object.fromEntries(
    [...holdings(snapshot)].map(([address, { displayOrder, ...fields }]) => [
      address,
      address.startsWith('property-group:') ? fields : { displayOrder: displayOrder ?? null, ...fields },
    ]),
  );
}

/** Option values that were there before and went without being meant to. */
function lostOptions({ removes }: Scenario, before: AccountSnapshot, after: AccountSnapshot): readonly string[] {
  return Object.entries(before.properties).flatMap(([type, properties]) =>
    properties.flatMap(({ name, options }) => {
      const left = after.properties[type]?.find((property) => property.name === name)?.options ?? [];
      const lost = options.filter(({ value }) => !left.some((option) => option.value === value));
      return lost.flatMap(({ value }) => (removes.includes(value) ? [] : [`${type}/${name}: ${value}`]));
    }),
  );
}

function duplicates({ subscriptions }: AccountSnapshot): readonly string[] {
  const names = subscriptions.map(({ appId, eventType, propertyName, objectTypeId }) =>
    JSON.stringify([appId, eventType, propertyName, objectTypeId]),
  );
  return names.filter((name, index) => names.indexOf(name) < index);
}
