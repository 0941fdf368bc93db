/** Tests of unchanged accounts: workers skip locks and writes, except after a run that left work. */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../src/client/index.ts';
import type { Database } from '../../../src/fleet/database/database.ts';
import { postgresStore } from '../../../src/fleet/index.ts';
import { leaseOwner } from '../../../src/fleet/ledger/owner.ts';
import type { JournalEntry, Ledger } from '../../../src/model/ledger.ts';
import { intend } from '../../ledger/entries.ts';
import { BACKENDS, type Backend, backend } from '../databases.ts';
import { watched } from '../ledger/watched.ts';
import { aFleetWorld, GROUP } from '../world.ts';

const NOW = { soakMs: 0, waves: '100%' } as const;
const TAKES_LOCK = /^insert into \? as held/;
const READS_LEDGER = /^select l\.document/;
const READS_SOURCE = /^select r\.kind/;
const WRITES_RESULT = /^update \? set state/;
const FOLDS = /^with \?,\s+wrote as/;

describe.each(BACKENDS)('unchanged accounts on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  /** Everything is applied; then `before`, and a rollout in which nothing differs. */
  async function again(before: (database: Database) => Promise<void> = async () => undefined) {
    const database = await place.database();
    const world = await aFleetWorld(database, 1);
    const first = await world.fleet();
    const rollout = await first.plan(NOW);
    await first.approve(rollout, { names: [], all: true, by: 'ann' });
    await first.rollout(rollout);
    await first.work({ untilDone: true });
    await before(database);
    const seen: string[] = [];
    const seeing = watched(database, async ({ text, send }) => {
      seen.push(text);
      return send();
    });
    const leases = await leaseOwner({ database: seeing, clock: systemClock, newId: randomUUID, termMs: 30_000 });
    onTestFinished(() => leases.close());
    const fleet = await world.fleet(GROUP, { database: { ...seeing, leases } });
    const second = await fleet.plan(NOW);
    expect(await fleet.clusters(second)).toMatchObject([{ standing: 'empty', accounts: 1 }]);
    await fleet.rollout(second);
    seen.length = 0;
    await fleet.work({ untilDone: true });
    expect((await fleet.status(second)).states).toEqual({ unchanged: 1 });
    expect(await world.writes(2001)).toHaveLength(1);
    const count = (kind: RegExp) => seen.filter((text) => kind.test(text)).length;
    return { count, store: await storeIn(database) };
  }

  async function storeIn(database: Database) {
    return postgresStore({ database, name: 'account-2001' });
  }

  /** Leaves a ledger as a cut-off run does. */
  const leaving = (entryFor: (ledger: Ledger) => JournalEntry, isFolded: boolean) => async (database: Database) => {
    const store = await storeIn(database);
    const lock = await store.lock('apply');
    await store.append([entryFor(await store.read())]);
    if (isFolded) await store.compact({ name: 'account-2001', hubId: 2001 });
    await lock.release();
  };

  it('are read once and told of once, and nothing is locked for them', async () => {
    const { count } = await again();
    const counts = [READS_LEDGER, WRITES_RESULT, READS_SOURCE, TAKES_LOCK, FOLDS].map(count);
    expect(counts).toEqual([1, 1, 0, 0, 0]);
  });

  it('have calls settled that an earlier run left open', async () => {
    const { count, store } = await again(leaving(() => intend('i1', { covers: [], recovery: 'repeat' }), true));
    expect((await store.read()).intentions).toEqual([]);
    expect(count(TAKES_LOCK)).toBe(1);
  });

  it('have a journal folded in that an earlier run left', async () => {
    const noted = ({ records }: Ledger): JournalEntry => {
      const [record] = Object.values(records);
      if (record === undefined) throw new Error('The group is recorded.');
      return { type: 'record', record };
    };
    const { count } = await again(leaving(noted, false));
    expect([count(TAKES_LOCK), count(FOLDS)]).toEqual([1, 1]);
  });
});
