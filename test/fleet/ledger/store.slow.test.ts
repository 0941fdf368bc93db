import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import { leaseOwner } from '../../../src/fleet/ledger/owner.ts';
import { postgresStore } from '../../../src/fleet/ledger/store.ts';
import { counting } from '../../ledger/clock.ts';
import { storeSuite } from '../../ledger/store-suite.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';

describe.each(BACKENDS)('on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  storeSuite('the ledger store', async () => {
    const database = await place.database();
    const parts = { database, clock: systemClock, newId: counting('id') };
    const owner = await leaseOwner({ ...parts, owner: 'ann', termMs: 30_000 });
    onTestFinished(() => owner.close());
    return { open: () => postgresStore({ ...parts, database: { ...parts.database, leases: owner }, name: 'sandbox' }) };
  });
});
