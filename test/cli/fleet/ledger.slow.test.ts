/** A call of an app whose reply is lost and that nothing reads back: a person settles it, and the rollout goes on. */

import { expect, test } from 'vitest';
import { aFleet, begun, type Made, project } from './made.ts';

const PATIENT = { timeout: 180_000 };
const ADDRESS = 'webhook-subscription:3001/contact.creation';
const WEBHOOKS = `webhooks: [{ appId: "3001", subscriptions: [{ eventType: contact.creation }] }]\n`;

/** All accounts but the first are left to run. */
async function stopped(fault: 'drop-after' | 'drop-before'): Promise<Made> {
  const made = await aFleet();
  const { shell, service } = made;
  await shell.write('trueup.yaml', `${project(service.url)}${WEBHOOKS}`);
  service.faults.add({ do: fault, endpoint: 'createSubscription', times: 1 });
  await begun(made);
  await shell.run('fleet', 'work', '--until-done', '--slots', '1');
  return made;
}

const created = async ({ service }: Made) =>
  (await service.calls()).filter(({ endpoint, committed }) => endpoint === 'createSubscription' && committed).length;

test.each([
  ['drop-after', 'applied'],
  ['drop-before', 'not-applied'],
] as const)('a reply lost by %s is settled as %s, and nothing is created twice', PATIENT, async (fault, as) => {
  const made = await stopped(fault);
  const { shell } = made;
  const status = (await shell.run('fleet', 'status')).stdout;
  expect(status).toContain('1 uncertain');
  const [, list = ''] = /\n {2}trueup (ledger list --hub-id \d+)\n/.exec(status) ?? [];
  const listed = (await shell.run(...list.split(' '))).stdout;
  expect(listed).toContain('to be settled by a person');
  expect(listed).toContain(ADDRESS);

  const hubId = list.split(' ').at(-1) ?? '';
  const settled = await shell.run('ledger', 'settle', ADDRESS, '--as', as, '--hub-id', hubId);
  expect([settled.code, settled.stdout]).toEqual([0, `Settled ${ADDRESS} as ${as}. The next plan uses this.\n`]);
  await shell.run('fleet', 'retry');
  await shell.run('fleet', 'resume');
  await shell.run('fleet', 'work', '--until-done');
  expect((await shell.json('fleet', 'status')).document).toMatchObject({ phase: 'done', states: { applied: 4 } });
  expect(await created(made)).toBe(1);
  expect((await shell.run('ledger', 'show', ADDRESS, '--hub-id', hubId)).code).toBe(0);
});

test('plan is refused during an open call and shows the settle command', PATIENT, async () => {
  const { shell } = await stopped('drop-after');
  const planned = await shell.run('fleet', 'plan');
  expect([planned.code, planned.stdout]).toEqual([3, expect.stringContaining('to see')]);
  const [, sample = ''] = /\n {2}trueup (fleet sample \S+ \S+)\n/.exec(planned.stdout) ?? [];
  const shown = (await shell.run(...sample.split(' '))).stdout;
  const [, settle = ''] = /\n *trueup (ledger settle \S+ --as applied --hub-id \d+)\n/.exec(shown) ?? [];
  expect((await shell.run(...settle.split(' '))).code).toBe(0);
  const again = (await shell.json('fleet', 'plan')).document as {
    readonly clusters: readonly { readonly standing: string }[];
  };
  expect(again.clusters.map(({ standing }) => standing)).not.toContain('blocked');
});

test('an account outside the fleet has no ledger there', PATIENT, async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  const none = await shell.run('ledger', 'list', '--hub-id', '77');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('[installation-unknown]')]);
});
