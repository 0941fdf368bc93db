import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createService, type Service } from '../../src/service/index.ts';
import { type Reply, send } from './harness.ts';
import { noise, withstands } from './hostile.ts';

/** An empty database that the test may fill, such as `postgres://postgres@127.0.0.1/trueup_test`. */
const database = process.env['TRUEUP_TEST_DATABASE'];

/** A shell command that restarts the database and waits until it is back. */
const restart = process.env['TRUEUP_TEST_DATABASE_RESTART'];

const contacts = { object_type: 'contacts' };
const pair = { fromObjectType: 'contacts', toObjectType: 'companies' };
const property = (name: string) => ({ name, label: name, groupName: 'loyalty', type: 'string', fieldType: 'text' });
const hubIds = (() => {
  let last = Date.now();
  return () => {
    last += 1;
    return last;
  };
})();

describe.skipIf(database === undefined)('a service over PostgreSQL', () => {
  it('shares its state with another service on the same database', async () => {
    const one = await createService({ database, rateLimit: false });
    const other = await createService({ database, rateLimit: false });
    const hubId = hubIds();
    await one.addAccount({ hubId });
    const { accessToken: token } = await other.issueToken({ hubId, appId: 2001 });
    const group = { params: contacts, body: { name: 'loyalty', displayName: 'Loyalty' }, token };
    const both = await Promise.all([one, other].map((service) => send(service, 'createGroup', group)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const created = await send(other, 'createProperty', { params: contacts, body: property('tier'), token });
    const listed = (await send(one, 'listProperties', { params: contacts, token })).body;
    expect(listed.find(({ name }: { name: string }) => name === 'tier')).toEqual(created.body);
    const limits = { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 5 }] };
    await send(one, 'updateAssociationLimits', { params: pair, body: limits, token });
    await send(other, 'sendTimelineEvent', {
      body: { eventTemplateId: 'template-1', id: 'e', tokens: {}, email: 'ada@example.com' },
      token,
    });
    expect(await one.snapshot(hubId)).toEqual(await other.snapshot(hubId));
    await Promise.all([one.close(), other.close()]);
  });

  it('withstands the same requests as a service in memory', { timeout: 60_000 }, async () => {
    const service = await createService({ database, rateLimit: false });
    await withstands(service, 150);
    const event = { eventTemplateId: 'template-1', tokens: {}, id: noise(500), utk: noise(500) };
    const email = `${noise(490)}@x.example`;
    expect((await send(service, 'sendTimelineEvent', { body: { ...event, email } })).status).toBe(201);
    expect((await send(service, 'sendTimelineEvent', { body: { ...event, id: noise(5000) } })).status).toBe(400);
    await service.close();
  });

  it.skipIf(restart === undefined)(
    'answers 503 during a database restart and keeps every confirmed call',
    { timeout: 60_000 },
    async () => {
      const service = await createService({ database, rateLimit: false });
      const hubId = hubIds();
      await service.addAccount({ hubId });
      const { accessToken: token } = await service.issueToken({ hubId, appId: 2001 });
      await send(service, 'createGroup', {
        params: contacts,
        body: { name: 'loyalty', displayName: 'Loyalty' },
        token,
      });
      let running = true;
      const answered: Written[] = [];
      const clients = Array.from({ length: 12 }, async (_, client) => {
        for (let index = 0; running; index += 1) answered.push(await written(service, token, { client, index }));
      });
      const created = () => answered.flatMap(({ name, reply }) => (reply.status === 201 ? [name] : []));
      for (let round = 0; round < 3; round += 1) {
        await promisify(execFile)('sh', ['-c', restart ?? '']);
        // Every client is at work again before the next restart.
        const before = created().length;
        while (created().length < before + 30) await new Promise(setImmediate);
      }
      running = false;
      await Promise.all(clients);
      const shown = await service.snapshot(hubId);
      const held = new Set(shown.properties['contacts']?.map(({ name }) => name));
      const calls = (await service.calls()).filter(({ endpoint }) => endpoint === 'createProperty');
      await service.close();

      const statuses = [...new Set(answered.map(({ reply }) => reply.status))].toSorted();
      expect(statuses).toEqual([201, 503]);
      for (const { reply } of answered.filter(({ reply }) => reply.status === 503)) {
        expect(reply.body).toEqual({
          status: 'error',
          message: 'The service is temporarily unavailable. Try again.',
          correlationId: expect.any(String),
          category: 'INTERNAL_ERROR',
        });
      }
      const named = (committed: boolean | undefined) =>
        calls.filter((call) => call.committed === committed).map(({ body }) => Object(body).name);
      expect(created().filter((name) => !held.has(name))).toEqual([]);
      expect(named(true).toSorted()).toEqual(created().toSorted());
      expect(named(false).filter((name) => held.has(name))).toEqual([]);
      // A batch is ten writes in one transaction: all of them are there, or none.
      const rows = Map.groupBy(shown.limits, ({ typeId }) => Math.floor(typeId / 10));
      expect([...rows.values()].filter((batch) => batch.length !== 10)).toEqual([]);
      // A commit whose reply was lost either happened or did not.
      const doubtful = named(undefined).filter((name) => held.has(name));
      expect([...held].filter((name) => /^w\d/.test(name)).toSorted()).toEqual([...created(), ...doubtful].toSorted());
    },
  );
});

interface Written {
  readonly name: string;
  readonly reply: Reply;
}

/** Writes a batch of limits, then a property, under names that only this client uses. */
async function written(
  service: Service,
  token: string,
  { client, index }: { readonly client: number; readonly index: number },
): Promise<Written> {
  const typeId = 10 * (1 + client * 100_000 + index);
  const inputs = Array.from({ length: 10 }, (_, at) => ({
    category: 'USER_DEFINED',
    typeId: typeId + at,
    maxToObjectIds: 5,
  }));
  await send(service, 'updateAssociationLimits', { params: pair, body: { inputs }, token });
  const name = `w${client}n${index}`;
  return { name, reply: await send(service, 'createProperty', { params: contacts, body: property(name), token }) };
}

it('says so when the database cannot be reached', async () => {
  await expect(createService({ database: 'postgres://127.0.0.1:1/none' })).rejects.toMatchObject({
    code: 'database-unusable',
    message: 'The service cannot use the database none on 127.0.0.1:1: it cannot be reached (ECONNREFUSED).',
    hint: 'Check that PostgreSQL is running there, and that the host and port are correct.',
  });
});
