import type { RawBuilder } from 'kysely';
import { expect, test } from 'vitest';
import { BACKEND, backend } from './databases.ts';

test('a statement without an answer fails as unavailable, and later statements work', async () => {
  const place = await backend(BACKEND);
  const database = await place.database({ shown: 'the database db', answerMs: 500 });
  const never = { execute: () => new Promise(() => undefined) } as unknown as RawBuilder<never>;
  await expect(database.query(() => never)).rejects.toMatchObject({
    code: 'database-unavailable',
    message: 'The fleet cannot use the database db: it cannot be reached (ETIMEDOUT).',
    trouble: 'lost',
    retryable: true,
  });
  expect(await database.query(({ sql }) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await place.close();
});
