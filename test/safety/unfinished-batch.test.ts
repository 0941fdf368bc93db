import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const LIMIT = 'association-limit:contacts/companies/SERVICE_DEFINED/279';
const ROW = { from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279 };
let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({ env: TOKEN });
});
afterEach(() => service.close());

async function declare(maxToObjectIds: number): Promise<void> {
  const limits = `[{ typeId: 279, maxToObjectIds: ${maxToObjectIds} }]`;
  await shell.write(
    'trueup.yaml',
    `${sandboxText(service.url, 'documented')}associationLimits: [{ from: contacts, to: companies, limits: ${limits} }]\n`,
  );
}

const apply = () => shell.json('apply', '--auto-approve');
const ledger = () => shell.json('ledger', 'list');
const limits = async () => (await service.snapshot(1001)).limits;

test.each(['PENDING', 'PROCESSING'] as const)(
  'a batch that is %s stays open until an apply sees it complete',
  async (state) => {
    await declare(5);
    service.faults.add({ do: 'batch', endpoint: 'updateAssociationLimits', state, times: 2 });
    const open = { covers: [LIMIT], settledBy: 'apply', shows: 'unknown' };
    expect(await apply()).toMatchObject({
      code: 5,
      document: {
        summary: { applied: 0, accepted: 1 },
        outcomes: [
          { address: LIMIT, status: 'accepted', message: `The service accepted the batch; its status is ${state}.` },
        ],
        open: [open],
      },
    });
    expect(await ledger()).toMatchObject({ document: { records: {}, intentions: [{ covers: [LIMIT] }] } });
    expect(await shell.json('plan', '--detailed-exitcode')).toMatchObject({
      code: 2,
      document: {
        changes: [{ address: LIMIT, action: 'create' }],
        open: [open],
        findings: [{ code: 'open-call', address: LIMIT }],
      },
    });
    expect(await shell.json('drift')).toMatchObject({ document: { summary: { inSync: 0 }, open: [open] } });

    expect((await shell.run('drift')).stdout).toContain('info[open-call]');

    // The service has not finished it by the next apply either: it stays open, and nothing is sent on top of it.
    expect(await apply()).toMatchObject({
      code: 5,
      document: {
        summary: { applied: 0, accepted: 1, uncertain: 0 },
        outcomes: [
          { address: LIMIT, status: 'accepted', message: `The service accepted the batch; its status is ${state}.` },
        ],
        settled: 0,
        findings: [{ code: 'open-call' }, { code: 'intention-still-open', address: LIMIT }],
      },
    });
    expect(await apply()).toMatchObject({ code: 0, document: { settled: 1, summary: { uncertain: 0 } } });
    expect(await ledger()).toMatchObject({
      document: { records: { [LIMIT]: { fields: { maxToObjectIds: 5 }, basis: 'echoed' } }, intentions: [] },
    });
    expect(await shell.json('plan')).toMatchObject({ document: { calls: [], findings: [] } });
    expect(await limits()).toEqual([{ ...ROW, maxToObjectIds: 5 }]);
  },
);

test('an apply reports an accepted batch as unfinished, even with --quiet', async () => {
  await declare(5);
  service.faults.add({ do: 'batch', endpoint: 'updateAssociationLimits', state: 'PENDING', times: 2 });
  const told =
    /\+ accepted {2}create {2}association-limit:\S+279.*\n +The service accepted the batch; its status is PENDING\.\n/;
  expect((await shell.run('apply', '--auto-approve')).stdout).toMatch(told);
  expect((await shell.run('ledger', 'settle', LIMIT, '--as', 'not-applied')).code).toBe(0);
  expect((await shell.run('apply', '--auto-approve', '--quiet')).stdout).toMatch(told);
});

test('a canceled batch has failed, and the next apply sends it again', async () => {
  await declare(5);
  service.faults.add({ do: 'batch', endpoint: 'updateAssociationLimits', state: 'CANCELED' });
  expect(await apply()).toMatchObject({
    code: 1,
    document: { outcomes: [{ address: LIMIT, status: 'failed', message: 'The service canceled the batch.' }] },
  });
  expect([(await ledger()).document, await limits()]).toMatchObject([{ records: {}, intentions: [] }, []]);
  expect(await apply()).toMatchObject({ code: 0, document: { summary: { applied: 1 } } });
  expect(await shell.json('plan')).toMatchObject({ document: { calls: [] } });
});

test('the earlier value is written again after a canceled update', async () => {
  await declare(5);
  expect((await apply()).code).toBe(0);
  await declare(8);
  service.faults.add({ do: 'batch', endpoint: 'updateAssociationLimits', state: 'CANCELED' });
  expect((await apply()).code).toBe(1);
  expect(await ledger()).toMatchObject({ document: { records: { [LIMIT]: { fields: {} } } } });
  await declare(5);
  expect(await apply()).toMatchObject({ code: 0, document: { summary: { applied: 1 } } });
  expect(await limits()).toEqual([{ ...ROW, maxToObjectIds: 5 }]);
});
