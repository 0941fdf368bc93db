import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../../src/contract/http.ts';
import { buildDeclaration } from '../../../../src/engine/declaration.ts';
import type { Outcome } from '../../../../src/index.ts';
import { pipeline as on } from '../../../../src/kinds/pipeline/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Consent } from '../../../../src/model/policy.ts';
import { ENV, HUB } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const ADDRESS = 'pipeline:deals/renewals';
const ALLOWED: readonly Consent[] = [
  { risk: 'stage-removal', address: ADDRESS },
  { risk: 'pipeline-removal', address: ADDRESS },
];

const OPEN = '{ id: r_open, label: Open, probability: 0.2 }';
const WON = '{ id: r_won, label: Won, probability: 1 }';
const LOST = '{ id: r_lost, label: Lost, probability: 0 }';
const project = (...stages: readonly string[]) =>
  `objects: { deals: { pipelines: { renewals: { label: Renewals, stages: [${stages.join(', ')}] } } } }`;

async function applied(text: string): Promise<readonly Outcome[]> {
  const reconciler = world.project(text);
  return (await reconciler.apply(await reconciler.plan({ allow: ALLOWED }), { skipBlocked: true })).outcomes;
}

async function stages(): Promise<readonly string[]> {
  const { pipelines } = await world.snapshot();
  const found = pipelines['deals']?.find(({ id }) => id === 'renewals')?.stages ?? [];
  return found.toSorted((a, b) => a.displayOrder - b.displayOrder).map(({ id, label }) => `${id} ${label}`);
}

const writes = async () => (await world.called()).filter((endpoint) => !/^(list|read)/.test(endpoint));
const admin = () => world.service.admin(HUB);

describe('a pipeline', () => {
  it('is created with its stages by one call, and kept afterwards', async () => {
    expect(await applied(project(OPEN, WON, LOST))).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    expect(await writes()).toEqual(['createPipeline']);
    expect(await stages()).toEqual(['r_open Open', 'r_won Won', 'r_lost Lost']);
    expect((await world.project(project(OPEN, WON, LOST)).plan()).summary).toMatchObject({
      keep: 1,
      calls: { write: 0 },
    });
  });

  it('is adopted without a write if it exists as declared', async () => {
    const sent = (stageId: string, label: string, probability: string, displayOrder: number) => ({
      ...{ stageId, label, displayOrder, metadata: { probability } },
    });
    const body = {
      ...{ label: 'Renewals', displayOrder: 4, pipelineId: 'renewals' },
      stages: [sent('r_open', 'Open', '0.20', 7), sent('r_won', 'Won', '1', 12), sent('r_lost', 'Lost', '0', 90)],
    };
    await admin().addPipeline('deals', body);
    await world.called();
    expect(await applied(project(OPEN, WON, LOST))).toEqual([]);
    expect(await writes()).toEqual([]);
    expect((await world.project(project(OPEN, WON, LOST)).drift()).summary).toMatchObject({ drifted: 0, inSync: 1 });
  });

  it('is deleted with consent, and never while records are in it', async () => {
    await applied(project(OPEN, WON, LOST));
    await admin().addRecords('deals', 'r_open', 2);
    expect(await applied('objects: { deals: {} }')).toMatchObject([{ address: ADDRESS, status: 'failed' }]);
    expect(await stages()).toHaveLength(3);
    await admin().removeRecords('deals', 'r_open');
    expect(await applied('objects: { deals: {} }')).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    expect(await stages()).toEqual([]);
  });

  it('can be changed but not deleted if it is the default pipeline', async () => {
    const own = (label: string) =>
      `objects: { deals: { pipelines: { default: { label: ${label}, stages: [{ id: closedwon, label: Closed Won, probability: 1 }, { id: closedlost, label: Closed Lost, probability: 0 }] } } } }`;
    const reconciler = world.project(own('Sales'));
    const { outcomes } = await reconciler.apply(await reconciler.plan());
    expect(outcomes).toMatchObject([{ address: 'pipeline:deals/default', status: 'applied' }]);
    const allow = [{ risk: 'pipeline-removal', address: 'pipeline:deals/default' }] as const;
    const { changes, calls } = await world.project('objects: { deals: {} }').plan({ allow });
    expect(calls).toEqual([]);
    expect(changes).toMatchObject([{ action: 'blocked', reason: 'The default pipeline cannot be deleted.' }]);
  });

  it('is blocked for contacts, because writes of lifecycle stages are unverified', async () => {
    const { changes, calls } = await world
      .project('objects: { contacts: { pipelines: { life: { label: Life, stages: [{ id: lead, label: Lead }] } } } }')
      .plan();
    expect([changes[0]?.action, calls]).toEqual(['blocked', []]);
  });
});

describe('a stage', () => {
  beforeEach(async () => {
    await applied(project(OPEN, WON, LOST));
    await world.called();
  });

  it('moves to the end with one write', async () => {
    await applied(project(WON, LOST, OPEN));
    expect(await writes()).toEqual(['updateStage']);
    expect(await stages()).toEqual(['r_won Won', 'r_lost Lost', 'r_open Open']);
  });

  it('added by a colleague keeps its place and is not drift', async () => {
    await admin().addStage('deals', 'renewals', {
      ...{ stageId: 'theirs', label: 'Theirs', displayOrder: 1, metadata: { probability: '0.4' } },
    });
    const renamed = OPEN.replace('label: Open', 'label: Talking');
    await applied(project(renamed, WON, LOST));
    expect(await stages()).toEqual(['r_open Talking', 'r_won Won', 'theirs Theirs', 'r_lost Lost']);
    expect((await world.project(project(renamed, WON, LOST)).drift()).summary).toMatchObject({
      drifted: 0,
      foreign: 1,
    });
  });

  it('missing in the file stays until consent, and the plan shows the flag', async () => {
    const plan = await world.project(project(WON, LOST)).plan();
    expect(plan.changes).toMatchObject([{ address: ADDRESS, action: 'blocked', risks: ['stage-removal'] }]);
    expect(plan.calls).toEqual([]);
  });

  it('is kept if records use it, and the other changes are applied', async () => {
    await admin().addRecords('deals', 'r_open', 1);
    const [outcome] = await applied(project(WON.replace('label: Won', 'label: Signed'), LOST));
    expect(outcome?.status).toBe('failed');
    expect(outcome?.message).toMatch(/r_won \(c1\) was carried out\..*r_open.*referenced/s);
    expect(await stages()).toEqual(['r_open Open', 'r_won Signed', 'r_lost Lost']);
    await admin().removeRecords('deals', 'r_open');
    expect(await applied(project(WON.replace('label: Won', 'label: Signed'), LOST))).toMatchObject([
      { status: 'applied' },
    ]);
  });

  it('is a warning if its new probability closes its deals', async () => {
    const { findings } = await world.project(project(OPEN.replace('0.2', '0'), WON, LOST)).plan();
    expect(findings).toMatchObject([{ code: 'stage-outcome-changed', address: ADDRESS, provenance: { line: 2 } }]);
  });

  it('changed by a colleague is drift with the user and the time', async () => {
    await world.clock.sleep(1000);
    await admin().editStage('deals', 'renewals', 'r_open', { label: 'Started' });
    const { resources } = await world.project(project(OPEN, WON, LOST)).drift();
    expect(resources).toMatchObject([
      { status: 'drifted', changedBy: expect.any(String), changedAt: expect.any(String) },
    ]);
    expect(resources[0]?.fields[0]?.options).toMatchObject([{ value: 'r_open', change: 'update' }]);
  });

  it('deleted by a colleague is drift of an unknown user', async () => {
    await admin().deleteStage('deals', 'renewals', 'r_open');
    const [resource] = (await world.project(project(OPEN, WON, LOST)).drift()).resources;
    expect(resource).toMatchObject({
      status: 'drifted',
      fields: [{ options: [{ value: 'r_open', change: 'remove' }] }],
    });
    expect(resource).not.toHaveProperty('changedBy');
  });

  it('shows both changes if its name and place change', async () => {
    const plan = await world.project(project(WON, LOST, OPEN.replace('label: Open', 'label: Talking'))).plan();
    expect(plan.changes[0]?.fields[0]?.options).toMatchObject([{ value: 'r_open', change: 'update', moved: true }]);
  });

  it('cannot move to another pipeline in one apply', async () => {
    const partners = '{ label: Partners, stages: [{ id: r_lost, label: Lost, probability: 0 }] }';
    const text = project(OPEN, WON).replace('pipelines: {', `pipelines: { partners: ${partners},`);
    const { changes, calls } = await world.project(text).plan({ allow: ALLOWED });
    expect(calls).toEqual([]);
    expect(changes.map(({ action, reason }) => [action, reason])).toEqual([
      ['blocked', expect.stringContaining('"r_lost" cannot move from pipeline:deals/renewals')],
      ['blocked', expect.stringContaining('"r_lost" cannot move from pipeline:deals/renewals')],
    ]);
    expect(await stages()).toHaveLength(3);
  });

  it('renamed by the applied part of a run is in sync', async () => {
    await admin().addRecords('deals', 'r_open', 1);
    const text = project(WON.replace('label: Won', 'label: Signed'), LOST);
    expect(await applied(text)).toMatchObject([{ status: 'failed' }]);
    const { resources } = await world.project(text).drift();
    expect(resources).toMatchObject([{ status: 'in-sync' }]);
  });

  it('renamed by a colleague is kept by a revert and stays drift', async () => {
    await applied(
      project(OPEN.replace('label: Open', 'label: Talking'), WON.replace('label: Won', 'label: Signed'), LOST),
    );
    await admin().editStage('deals', 'renewals', 'r_won', { label: 'Theirs' });
    const reconciler = world.project(project(OPEN, WON, LOST));
    const revert = await reconciler.revert({ allow: ALLOWED });
    expect(revert.findings.map(({ code }) => code)).toContain('revert-changed');
    await reconciler.apply(revert);
    expect(await stages()).toEqual(['r_open Open', 'r_won Theirs', 'r_lost Lost']);
    const { resources } = await reconciler.drift();
    expect(resources).toMatchObject([
      { status: 'drifted', fields: [{ options: [{ value: 'r_won', change: 'update', before: { label: 'Signed' } }] }] },
    ]);
  });

  it('comes back with its place and its label when the run is reverted', async () => {
    const before = await stages();
    await applied(project(LOST, WON.replace('label: Won', 'label: Signed')));
    expect(await stages()).toEqual(['r_lost Lost', 'r_won Signed']);
    const reconciler = world.project(project(OPEN, WON, LOST));
    const revert = await reconciler.revert({ allow: ALLOWED });
    const { outcomes } = await reconciler.apply(revert);
    expect(outcomes).toMatchObject([{ status: 'applied' }]);
    expect(await stages()).toEqual(before);
    expect(revert.findings.map(({ code, message }) => [code, message])).toEqual([
      ['revert-empty', 'The stage "r_open" of pipeline:deals/renewals comes back without settings such as automation.'],
    ]);
  });

  it('or a pipeline counts as lost in the plan that removes it, and in its revert', async () => {
    const without = await world.project(project(WON, LOST)).plan({ allow: ALLOWED });
    expect(without.summary.revert).toEqual({ restores: 0, stays: 0, loses: 1 });
    const reconciler = world.project('');
    const removal = await reconciler.plan({ allow: ALLOWED });
    expect(removal.summary.revert).toEqual({ restores: 0, stays: 0, loses: 1 });
    await reconciler.apply(removal);
    const { findings } = await reconciler.revert();
    expect(findings.map(({ message }) => message)).toEqual([
      'pipeline:deals/renewals comes back. It is created again without settings of its stages, such as automation.',
    ]);
  });
});

async function expectDone(declared: readonly string[]): Promise<void> {
  const { summary } = await world.project(project(...declared)).plan();
  expect(summary).toMatchObject({ keep: 1, calls: { write: 0 } });
  expect(await stages()).toHaveLength(declared.length);
}

describe('a write of a pipeline whose reply is lost', () => {
  const NEW = '{ id: r_new, label: New, probability: 0.1 }';
  it.each([
    ['createPipeline', [], [OPEN, WON, LOST]],
    ['createStage', [OPEN, WON, LOST], [OPEN, WON, LOST, NEW]],
  ] as const)('%s is sent once: a read shows whether it took effect', async (endpoint, first, second) => {
    for (const [fault, status] of [
      ['drop-after', 'applied'],
      ['drop-before', 'failed'],
    ] as const) {
      await world.close();
      world = await aDatedWorld();
      if (first.length > 0) await applied(project(...first));
      await world.called();
      world.service.faults.add({ do: fault, endpoint });
      expect(await applied(project(...second))).toMatchObject([{ address: ADDRESS, status }]);
      expect((await writes()).filter((one) => one === endpoint)).toHaveLength(1);
      await applied(project(...second));
      await expectDone(second);
    }
  });

  it.each([
    ['updateStage', 'drop-after', [OPEN.replace('label: Open', 'label: Talking'), WON, LOST]],
    ['updateStage', 'drop-before', [WON, LOST, OPEN]],
    ['deleteStage', 'drop-after', [WON, LOST]],
    ['updatePipeline', 'drop-after', [OPEN, WON, LOST]],
  ] as const)('%s is repeated after %s, which changes nothing more', async (endpoint, fault, second) => {
    await applied(project(OPEN, WON, LOST).replace('label: Renewals', 'label: Earlier'));
    world.service.faults.add({ do: fault, endpoint });
    expect(await applied(project(...second))).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    await expectDone(second);
  });

  it('leaves the earlier writes recorded, and the next run continues', async () => {
    await applied(project(OPEN, WON, LOST));
    const second = project(NEW, WON.replace('label: Won', 'label: Signed'), LOST);
    world.service.faults.add({ do: 'drop-before', endpoint: 'updateStage', times: 'always' });
    const [outcome] = await applied(second);
    expect(outcome).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Reads show no effect of it.'),
    });
    expect(await stages()).toContain('r_open Open');
    world.service.faults.clear();
    expect(await applied(second)).toMatchObject([{ status: 'applied' }]);
    expect(await stages()).toEqual(['r_new New', 'r_won Signed', 'r_lost Lost']);
  });
});

describe('between two writes of one apply', () => {
  /** Applies with another transport. */
  async function appliedBy(text: string, transport: Transport): Promise<readonly Outcome[]> {
    const files = [{ path: 'trueup.yaml', text: `version: 1\n${text}` }];
    const reconciler = world.reconciler(files, { transport, env: { ...ENV, TRUEUP_SURFACE: 'dated' } });
    return (await reconciler.apply(await reconciler.plan({ allow: ALLOWED }))).outcomes;
  }
  it.each([
    [
      'a new label of a stage',
      [OPEN.replace('label: Open', 'label: A'), WON.replace('label: Won', 'label: B'), LOST],
      'r_won',
    ],
    ['the removal of a stage', [OPEN.replace('label: Open', 'label: A'), WON], 'r_lost'],
  ] as const)('%s does not overwrite what a colleague did meanwhile', async (_, second, stage) => {
    await applied(project(OPEN, WON, LOST));
    const outcomes = await appliedBy(project(...second), editedAfterFirst(stage));
    expect(outcomes).toMatchObject([{ status: 'conflict' }]);
    expect(await stages()).toContain(`${stage} Theirs`);
  });

  /** The edit comes after the first write was answered, as a colleague's would, and before the read for the second. */
  function editedAfterFirst(stage: string): Transport {
    const { transport } = world.service;
    let written = 0;
    return {
      async send(request, options) {
        const reply = await transport.send(request, options);
        if (request.method !== 'GET' && request.url.includes('/pipelines/')) written += 1;
        if (written === 1) {
          written += 1;
          await admin().editStage('deals', 'renewals', stage, { label: 'Theirs' });
        }
        return reply;
      },
      close: () => transport.close(),
    };
  }

  it('a deletion that the service ignores is not done, and stays to be done', async () => {
    await applied(project(OPEN, WON, LOST));
    const { transport } = world.service;
    const ignoring: Transport = {
      send: (request, options) =>
        request.method === 'DELETE'
          ? Promise.resolve({ status: 204, headers: {}, body: '' })
          : transport.send(request, options),
      close: () => transport.close(),
    };
    expect(await appliedBy(project(WON, LOST), ignoring)).toMatchObject([{ status: 'failed' }]);
    const plan = await world.project(project(WON, LOST)).plan();
    expect(plan.changes).toMatchObject([{ action: 'blocked', risks: ['stage-removal'] }]);
    expect(await applied(project(WON, LOST))).toMatchObject([{ status: 'applied' }]);
    expect(await stages()).toEqual(['r_won Won', 'r_lost Lost']);
  });
});

describe('a run that changed the label of a pipeline alone', () => {
  it('is reverted, and its stages stay', async () => {
    await applied(project(OPEN, WON, LOST));
    await applied(project(OPEN, WON, LOST).replace('label: Renewals', 'label: Other'));
    const reconciler = world.project(project(OPEN, WON, LOST));
    const { outcomes } = await reconciler.apply(await reconciler.revert());
    expect(outcomes).toMatchObject([{ status: 'applied' }]);
    expect((await world.snapshot()).pipelines['deals']?.find(({ id }) => id === 'renewals')?.label).toBe('Renewals');
    expect(await stages()).toHaveLength(3);
  });
});

it('a stage with an id that files cannot contain excludes its pipeline from a pull', () => {
  const stage = (value: string) => ({ value, label: 'L', displayOrder: 0, probability: 1 });
  const fields = { label: 'Renewals', displayOrder: 0, stages: [stage('\u{1F680}')] };
  const { captured, without } = buildDeclaration(on('dated', NO_NAMES), {
    address: ADDRESS,
    kind: 'pipeline',
    fields,
    basis: 'observed',
  });
  expect([captured, without]).toMatchObject([undefined, [{ because: 'bad-form' }]]);
});
