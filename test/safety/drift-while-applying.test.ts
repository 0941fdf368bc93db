import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DriftReport, Reconciler } from '../../src/index.ts';
import { storeOn } from '../../src/ledger/store.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import { exitOfDrift } from '../../src/report/exit.ts';
import { ALL_KINDS, ALL_KINDS_LATER, updated } from '../laws/samples.ts';
import { converge, HUB, type World, watched } from '../laws/world.ts';

let world: World;
beforeEach(async () => {
  world = await updated('documented');
});
afterEach(() => world.close());

/** Processes that see each other alive. */
function process(owner: string, before: Parameters<typeof watched>[1] = () => undefined): Reconciler {
  const { disk, clock, newId, service } = world;
  const self = { owner, host: 'here', pid: 1, alive: async () => true };
  const ledger = storeOn({ disk, name: 'default', clock, newId, self });
  return world.reconciler(owner === 'ann' ? ALL_KINDS_LATER : ALL_KINDS, {
    ledger,
    transport: watched(service.transport, before),
  });
}

const told = (report: DriftReport) => [
  exitOfDrift(report),
  report.resources.filter(({ status }) => ['drifted', 'gone'].includes(status)),
  new Set(report.open?.map(({ settledBy }) => settledBy)),
];

test('the writes of a running apply are no drift', async () => {
  const bob = process('bob');
  const reports: DriftReport[] = [];
  const ann = process('ann', async () => {
    reports.push(await bob.drift());
  });
  const { result } = await converge(ann, RISK_NAMES);
  expect(result.summary).toMatchObject({ failed: 0, skipped: 0, uncertain: 0 });
  const open = reports.flatMap((report) => report.open ?? []);
  expect(new Set(open.map(({ covers: [address = ''] }) => address.split(':')[0])).size).toBe(3);
  for (const report of reports)
    expect(told(report)).toEqual([0, [], new Set(report.open === undefined ? [] : ['run'])]);
  expect(reports.flatMap(({ findings }) => findings.map(({ hint }) => hint))).toContain(
    'The apply of ann (since 2026-01-01 00:00 UTC) is under way and settles it.',
  );
});

test('a run between the reads of ledger and account is no drift', async () => {
  const ann = process('ann');
  const bob = process('bob', async (_, path) => {
    if (path.endsWith('/companies/properties')) await converge(ann, RISK_NAMES);
  });
  expect(told(await bob.drift())).toEqual([0, [], new Set()]);
});

test('a run before the second read of the ledger is no drift', async () => {
  const { disk, clock, newId, service } = world;
  const ann = process('ann');
  let reads = 0;
  const slow = {
    ...disk,
    read: async (file: string) => {
      if (file.endsWith('.ledger.json')) reads += 1;
      // The first two are those of one look.
      if (reads === 3) {
        reads += 1;
        await converge(ann, RISK_NAMES);
      }
      return disk.read(file);
    },
  };
  const self = { owner: 'bob', host: 'here', pid: 1, alive: async () => true };
  const ledger = storeOn({ disk: slow, name: 'default', clock, newId, self });
  const bob = world.reconciler(ALL_KINDS, { ledger, transport: service.transport });
  expect(told(await bob.drift())).toEqual([0, [], new Set()]);
  expect(reads).toBeGreaterThan(3);
});

test('an edit of another user during a run is drift', async () => {
  const bob = process('bob');
  const reports: DriftReport[] = [];
  const ann = process('ann', async (_, path) => {
    if (!path.startsWith('PUT')) return;
    await world.service.admin(HUB).editProperty('contacts', 'tier', { label: 'By hand' });
    reports.push(await bob.drift());
  });
  await converge(ann, RISK_NAMES);
  const [report] = reports;
  expect(report?.resources.filter(({ status }) => status === 'drifted')).toMatchObject([
    { address: 'property:contacts/tier', fields: [{ field: 'label', before: 'Loyalty tier', after: 'By hand' }] },
  ]);
});
