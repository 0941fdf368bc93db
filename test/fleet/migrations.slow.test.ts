import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/fleet/database/migrate.ts';
import type { Migration } from '../../src/fleet/database/migrations.ts';
import { aSchema, BACKENDS, type Backend, backend } from './databases.ts';

const FIRST: Migration = { name: 'first', statements: ['create table @.one (a integer)'] };
const SECOND: Migration = {
  name: 'second',
  statements: ['create table @.two (a integer)', 'insert into @.two values (1)'],
};
const BROKEN: Migration = { name: 'second', statements: ['create table @.two (a integer)', 'select * from @.nothing'] };

describe.each(BACKENDS)('migrations on %s', (name) => {
  let place: Backend;
  beforeAll(async () => {
    place = await backend(name);
  });
  afterAll(() => place.close());

  const to = (schema: string, ...migrations: readonly Migration[]) =>
    migrate(place.connect(), { schema, shown: 'the test', migrations });
  const applied = async (schema: string) => {
    const steps = sql<{ name: string }>`select name from ${sql.id(schema, 'migration')} order by version`;
    return (await steps.execute(place.connect())).rows.map((row) => row.name);
  };
  const tables = async (schema: string) => {
    const all = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${schema} order by 1`;
    return (await all.execute(place.connect())).rows.map((row) => row.name);
  };

  it('are taken in their order, each once', async () => {
    const schema = aSchema();
    await to(schema, FIRST);
    await to(schema, FIRST, SECOND);
    await to(schema, FIRST, SECOND);
    expect(await applied(schema)).toEqual(['first', 'second']);
    const rows = await sql`select a from ${sql.id(schema, 'two')}`.execute(place.connect());
    expect(rows.rows).toEqual([{ a: 1 }]);
  });

  it('are taken once by many starters at a time', async () => {
    const schema = aSchema();
    await Promise.all(Array.from({ length: 6 }, () => to(schema, FIRST, SECOND)));
    expect(await applied(schema)).toEqual(['first', 'second']);
  });

  it('are all taken or none', async () => {
    const schema = aSchema();
    await to(schema, FIRST);
    await expect(to(schema, FIRST, BROKEN)).rejects.toThrow('nothing');
    expect(await applied(schema)).toEqual(['first']);
    expect(await tables(schema)).toEqual(['migration', 'one']);
    await to(schema, FIRST, SECOND);
    expect(await tables(schema)).toEqual(['migration', 'one', 'two']);
  });

  it('are refused where they are of a newer version, and nothing is changed', async () => {
    const schema = aSchema();
    await to(schema, FIRST, SECOND);
    await expect(to(schema, FIRST)).rejects.toMatchObject({
      code: 'database-newer',
      message: `The schema ${schema} in the test has version 2, but this version of trueup knows 1.`,
    });
    expect(await applied(schema)).toEqual(['first', 'second']);
  });
});
