/** Tests of the queues of a fleet if the database is unreachable or prevents their creation. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type Backend, backend } from '../databases.ts';

const JOBS = [1001, 1002, 1003].map((hubId) => ({ rollout: 'r1', hubId }));

describe.each(BACKENDS)('the queues on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  it('are made once the database is back', async () => {
    let isAway = true;
    const { queue } = await place.database({}, (sql) => ({
      executeSql: async (text, values) => {
        if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        return sql.executeSql(text, values);
      },
    }));
    await expect(queue.send('run', JOBS)).rejects.toMatchObject({ code: 'database-unavailable', trouble: 'lost' });
    isAway = false;
    await queue.send('run', JOBS);
    expect((await queue.take('run', 16)).map(({ hubId }) => hubId).sort()).toEqual([1001, 1002, 1003]);
  });

  it('have one job per account until it is done, from any sender', async () => {
    const database = await place.database();
    const other = await place.database({ schema: database.schema });
    await Promise.all([database, other, database].map(({ queue }) => queue.send('run', JOBS)));
    const [job, ...others] = await other.queue.take('run', 16);
    expect(others).toHaveLength(2);
    await database.queue.send('run', JOBS);
    expect(await database.queue.take('run', 16)).toEqual([]);
    if (job !== undefined) await other.queue.complete([job]);
    await database.queue.send('run', JOBS);
    expect(await database.queue.take('run', 16)).toMatchObject([{ hubId: job?.hubId, retryCount: 0 }]);
  });

  it('take a job back with the transaction that sent it', async () => {
    const database = await place.database();
    const failing = database.transaction(['run'], async (transaction) => {
      await transaction.send('run', JOBS);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow();
    expect(await database.queue.take('run', 16)).toEqual([]);
  });

  it('give a job out no sooner than it was put off to', async () => {
    const { queue } = await place.database();
    const [now, later] = [Date.now() - 60_000, Date.now() + 60_000];
    await queue.send('run', [
      { rollout: 'r1', hubId: 1001, notBefore: later },
      { rollout: 'r1', hubId: 1002, notBefore: now },
      { rollout: 'r1', hubId: 1003, notBefore: null },
    ]);
    expect((await queue.take('run', 16)).map(({ hubId }) => hubId).sort()).toEqual([1002, 1003]);
  });
});
