/** Proves the end of the story by the service, which knows nothing of trueup, and compares it with the ledgers. */

import assert from 'node:assert/strict';
import type { Fleet } from '../../../src/fleet/index.ts';
import type { RecordedCall, Service } from '../../../src/service/index.ts';

type Read = Fleet['read'];

/** Every account has the first release; each call that took effect is in the ledger of its account, once; nothing was created twice. */
export async function prove(service: Service, read: Read, hubIds: readonly number[]): Promise<void> {
  const rollouts = (await read.rollouts()).map(({ rollout }) => rollout);
  const writes = Map.groupBy((await service.calls()).filter(isWrite), ({ hubId }) => hubId);
  for (const hubId of hubIds) {
    const { properties } = await service.snapshot(hubId);
    const tier = properties['contacts']?.find(({ name }) => name === 'loyalty_tier');
    assert.equal(tier?.label, 'Loyalty tier', `the label in account ${hubId}`);
    const values = (tier?.options ?? []).map(({ value }) => value);
    const foreign = (hubId - 5001) % 10 === 9 ? ['partner'] : [];
    assert.deepEqual(values.toSorted(), ['bronze', 'gold', 'silver', ...foreign].toSorted(), `account ${hubId}`);
    assert.ok(!properties['contacts']?.some(({ name }) => name === 'loyalty_card'), `the card in account ${hubId}`);

    const own = writes.get(hubId) ?? [];
    const created = own
      .filter(({ endpoint }) => endpoint?.startsWith('create'))
      .map(({ body }) => JSON.stringify(body));
    assert.equal(new Set(created).size, created.length, `creates in account ${hubId}`);
    const noted = (await Promise.all(rollouts.map((rollout) => read.calls(rollout, hubId)))).flat();
    const ids = new Set(noted.map(({ id }) => id));
    assert.deepEqual([ids.size, noted.length], [own.length, own.length], `calls and ledger of account ${hubId}`);
  }
  const total = [...writes.values()].reduce((sum, own) => sum + own.length, 0);
  console.log(`${hubIds.length} accounts are as the first release says, and keep what others added.`);
  console.log(`${total} calls changed something, and the ledgers have ${total} entries; nothing was created twice.`);
}

/** Reads by POST, and tokens, change no schema; a refused call has no effect. */
function isWrite({ method, endpoint, hubId, committed, status }: RecordedCall): boolean {
  if (method === 'GET' || hubId === undefined || committed !== true) return false;
  return endpoint?.startsWith('read') !== true && (status === undefined || status < 300);
}
