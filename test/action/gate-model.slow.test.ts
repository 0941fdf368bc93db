/** Models the gate as a state machine of pull requests, merges, pushes, manual edits and jobs in any order. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ledger } from '../../src/index.ts';
import { later } from '../github/stand-in/moments.ts';
import { cases, PATIENCE_MS } from '../laws/cases.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, BRANCH, mergeSha } from './repository.ts';
import type { Ran } from './runner.ts';

const VALUES = ['gold', 'silver', 'bronze'] as const;
type Value = (typeof VALUES)[number];

/** Content of the files of a commit. */
interface Files {
  readonly options: readonly Value[];
  /** True if policy.allow consents to the removal of an option. */
  readonly isLoose: boolean;
}

interface Planned extends Files {
  readonly pull: number;
  /** Digest in its record. */
  readonly digest: string | undefined;
  readonly isMerged: boolean;
}

type Step =
  | { readonly do: 'plan'; readonly files: Files }
  | { readonly do: 'merge' | 'apply-old' | 'dispatch' }
  | { readonly do: 'push'; readonly files: Files }
  | { readonly do: 'apply' }
  | { readonly do: 'edit'; readonly value: Value };

const files = fc.record({
  options: fc.subarray([...VALUES], { minLength: 1 }),
  isLoose: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('plan' as const), files }) },
  { weight: 4, arbitrary: fc.constant({ do: 'merge' as const }) },
  { weight: 5, arbitrary: fc.constant({ do: 'apply' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('push' as const), files }) },
  { weight: 1, arbitrary: fc.constant({ do: 'apply-old' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'dispatch' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit' as const), value: fc.constantFrom(...VALUES) }) },
);

/** A repository whose main and account have every option, under the strict policy. */
async function aGate() {
  const repository = await aRepository();
  const { service, standIn } = repository;
  const { git, state } = standIn;
  const head = () => git.refs.get('refs/heads/main') ?? '';
  const admin = service.admin(1001);
  let main: Files = { options: VALUES, isLoose: false };
  let pulls: readonly Planned[] = [];
  let old = '';

  const declare = ({ options, isLoose }: Files) => {
    const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
    const allow = isLoose ? '"option-removal=property:contacts/tier"' : '';
    const text = `${sandboxText(service.url)}policy: { allow: [${allow}] }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`;
    return repository.file('trueup.yaml', text);
  };

  return {
    repository,
    head,
    main: () => main,
    pulls: () => pulls,
    /** Undefined before the first apply. */
    inForce(): Ledger['inForce'] {
      const file = Object.entries(git.files(BRANCH)).find(([name]) => name.endsWith('sandbox.ledger.json'));
      return file === undefined ? undefined : JSON.parse(file[1]).inForce;
    },
    async options(): Promise<readonly string[]> {
      const { properties } = await service.snapshot(1001);
      const tier = properties['contacts']?.find(({ name }) => name === 'tier');
      return (tier?.options ?? []).map(({ value }) => value).toSorted();
    },
    async plan(said: Files): Promise<Ran> {
      await declare(said);
      const pull = pulls.length + 1;
      const ran = await repository.push(pull, {}, undefined, head());
      const digest = ran.code === 0 ? ran.outputs['digest'] : undefined;
      pulls = [...pulls, { ...said, pull, digest, isMerged: false }];
      return ran;
    },
    /** Merges the newest open pull request; main then has its files. */
    async merge(): Promise<Planned | undefined> {
      const found = pulls.findLast(({ isMerged }) => !isMerged);
      if (found === undefined) return undefined;
      old = head();
      await declare(found);
      repository.toMain(await repository.commit(head(), mergeSha(found.pull)));
      const at = state.pulls.findIndex(({ number }) => number === found.pull);
      const pull = state.pulls[at];
      if (pull !== undefined) state.pulls[at] = { ...pull, mergeSha: mergeSha(found.pull), mergedAt: later() };
      pulls = pulls.map((one) => (one.pull === found.pull ? { ...one, isMerged: true } : one));
      main = found;
      return found;
    },
    async push(said: Files): Promise<void> {
      old = head();
      await declare(said);
      repository.toMain(await repository.commit());
      main = said;
    },
    async apply(inputs: Readonly<Record<string, string>> = {}, commit = head()): Promise<Ran> {
      await declare(main);
      const event = { name: 'push', payload: { ref: 'refs/heads/main' } };
      return repository.job(commit, { inputs: { command: 'apply', ...inputs }, event });
    },
    old: () => old,
    edit: (value: Value) =>
      admin.editProperty('contacts', 'tier', { options: [{ value, label: value, displayOrder: 0, hidden: false }] }),
  };
}

type Gate = Awaited<ReturnType<typeof aGate>>;

/** Plans, merges and applies files, unless the plan is refused. */
async function through(gate: Gate, said: Files): Promise<Ran> {
  expect(await gate.plan(said)).toMatchObject({ code: 0 });
  await gate.merge();
  return gate.apply();
}

/** The tip has a record that approves a plan. */
function recordOf(gate: Gate): Planned | undefined {
  return gate.pulls().find((one) => one.isMerged && mergeSha(one.pull) === gate.head() && one.digest !== undefined);
}

async function checkApply(gate: Gate, work: () => Promise<Ran>, approved: string | undefined): Promise<void> {
  const before = { options: await gate.options(), inForce: gate.inForce(), writes: await gate.repository.writes() };
  const ran = await work();
  const after = { options: await gate.options(), inForce: gate.inForce(), writes: await gate.repository.writes() };
  const wrote = after.writes.length > before.writes.length;
  const removed = before.options.filter((value) => !after.options.includes(value));
  // Every write was reviewed.
  if (wrote) expect([ran.code, ran.outputs['digest']]).toEqual([0, approved]);
  // A removal needs the consent of the files and of the policy that was in force before.
  const allowed = (before.inForce?.terms.policy.allow ?? []).map(({ risk }) => risk);
  if (removed.length > 0) expect([gate.main().isLoose, allowed]).toEqual([true, ['option-removal']]);
  // Only a complete apply of a recorded commit brings a looser policy into force.
  const now = (after.inForce?.terms.policy.allow ?? []).length;
  if (now > allowed.length) expect([ran.code, recordOf(gate)?.isLoose]).toEqual([0, true]);
  // A successful apply applied all options of main.
  if (ran.code === 0) expect(after.options).toEqual(expect.arrayContaining([...gate.main().options]));
}

test(
  'apply writes only reviewed changes under the policy in force, in any order of events',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        const gate = await aGate();
        try {
          expect(await through(gate, { options: VALUES, isLoose: false })).toMatchObject({ code: 0 });
          for (const one of steps) await take(gate, one);
          // A policy change passes, and then the change that it allows. So the gate never blocks for ever.
          const { options } = gate.main();
          if ((await gate.plan({ options, isLoose: true })).code !== 0) return;
          await gate.merge();
          if ((await gate.apply()).code !== 0) return;
          expect(await through(gate, { options: ['gold'], isLoose: true })).toMatchObject({ code: 0 });
        } finally {
          await gate.repository.close();
        }
      }),
      cases(12),
    );
  },
  PATIENCE_MS,
);

async function take(gate: Gate, one: Step): Promise<void> {
  switch (one.do) {
    case 'plan':
      return void (await gate.plan(one.files));
    case 'merge':
      return void (await gate.merge());
    case 'push':
      return gate.push(one.files);
    case 'edit':
      return void (await gate.edit(one.value));
    case 'apply':
      return checkApply(gate, () => gate.apply(), recordOf(gate)?.digest);
    case 'dispatch': {
      const { outputs } = await gate.apply({ digest: '0'.repeat(20) });
      const digest = outputs['digest'] ?? '';
      return checkApply(gate, () => gate.apply({ digest }), digest);
    }
    case 'apply-old': {
      if (gate.old() === '' || gate.old() === gate.head()) return;
      const writes = await gate.repository.writes();
      expect(await gate.apply({}, gate.old())).toMatchObject({ code: 6 });
      expect(await gate.repository.writes()).toEqual(writes);
      return;
    }
  }
}

test('a pull request cannot loosen the policy and use it at once', async () => {
  const gate = await aGate();
  expect(await through(gate, { options: VALUES, isLoose: false })).toMatchObject({ code: 0 });
  const both = await gate.plan({ options: ['gold'], isLoose: true });
  expect([both.code, both.log]).toEqual([3, expect.stringContaining('::error title=policy-loosened::')]);
  const said = gate.repository.comments(2)[0]?.replaceAll('\\', '');
  expect(said).toContain('> - The risk option-removal is allowed at property:contacts/tier.');
  expect(said).toContain('Merge the policy change first, in a separate pull request.');
  // A person with the right to skip the check merges. Apply checks again.
  await gate.merge();
  expect((await gate.apply()).code).toBe(6);
  expect(await gate.options()).toEqual([...VALUES].toSorted());
  expect(await through(gate, { options: VALUES, isLoose: true })).toMatchObject({ code: 0 });
  expect(gate.inForce()).toMatchObject({ terms: { policy: { allow: [{ risk: 'option-removal' }] } } });
  expect(await through(gate, { options: ['gold'], isLoose: true })).toMatchObject({ code: 0 });
  expect(await gate.options()).toEqual(['gold']);
  await gate.repository.close();
}, 60_000);

test('before the first apply no consent of the files counts', async () => {
  const gate = await aGate();
  expect(gate.inForce()).toBeUndefined();
  expect(await through(gate, { options: VALUES, isLoose: true })).toMatchObject({ code: 0 });
  expect(await through(gate, { options: ['silver'], isLoose: true })).toMatchObject({ code: 0 });
  await gate.repository.close();
}, 60_000);
