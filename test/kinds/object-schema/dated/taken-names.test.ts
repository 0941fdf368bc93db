/** Creates of a name that the account has already: active, archived, or made by a colleague since the plan. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  aSchemaWorld,
  BARE,
  FLEET,
  GROUPS,
  LEAST,
  project,
  type SchemaWorld,
  WHOLE,
} from '../schema-world.ts';

let world: SchemaWorld;
beforeEach(async () => {
  world = await aSchemaWorld();
});
afterEach(() => world.close());

const DUPLICATE = { do: 'duplicate', endpoint: 'createDatedSchema', times: 'always' } as const;

describe('an object that a colleague makes between plan and apply', () => {
  it.each(['boats', 'Boats'])('%s is a conflict, and nothing is sent', async (name) => {
    const reconciler = world.project(WHOLE);
    const plan = await reconciler.plan();
    await world.admin().addSchema({ ...LEAST, name });
    world.service.faults.add(DUPLICATE);
    const { outcomes } = await reconciler.apply(plan);
    expect(outcomes[0]).toMatchObject({ address: ADDRESS, status: 'conflict' });
    expect(outcomes.slice(1).map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
    expect(await world.writes()).toEqual([]);
    expect((await reconciler.ledger.read()).records).toEqual({});
  });

  it.each(['boats', 'BOATS'])('and archives, as %s, is not purged by the create', async (name) => {
    const reconciler = world.project(WHOLE);
    const plan = await reconciler.plan();
    await world.admin().addSchema({ ...LEAST, name });
    await world.admin().archiveSchema(name);
    const before = await world.boats();
    const { outcomes } = await reconciler.apply(plan);
    expect(outcomes[0]).toMatchObject({ address: ADDRESS, status: 'conflict' });
    expect(outcomes[0]?.message).toContain('Not sent. The account has an archived object of this name.');
    expect(await world.writes()).toEqual([]);
    expect(await world.boats()).toEqual(before);
    expect((await world.project(WHOLE).plan()).calls).toEqual([]);
  });

  it('and archives, of another name, is no conflict', async () => {
    const plan = await world.project(BARE).plan();
    await world.admin().addSchema({ ...LEAST, name: 'ships' });
    await world.admin().archiveSchema('ships');
    expect((await world.project(BARE).apply(plan)).summary).toMatchObject({ applied: 1 });
  });

  it('and archives is kept if the list of archived objects fails', async () => {
    const reconciler = world.project(BARE);
    const plan = await reconciler.plan();
    await world.admin().addSchema(LEAST);
    await world.admin().archiveSchema('boats');
    const before = await world.boats();
    await world.called();
    // The first list shows the active objects, the second one the archived objects too.
    world.service.faults.add({ do: 'status', status: 500, endpoint: 'listDatedSchemas', nth: 2, times: 'always' });
    const { outcomes } = await reconciler.apply(plan);
    expect(outcomes).toMatchObject([{ address: ADDRESS, status: expect.not.stringMatching(/applied|accepted/) }]);
    expect(await world.writes()).toEqual([]);
    expect(await world.boats()).toEqual(before);
  });
});

describe('a create that the service answers with an existing object', () => {
  /** The list does not show the object yet, so the create is sent. */
  async function answered(text: string, since: number) {
    const reconciler = world.project(text);
    const plan = await reconciler.plan();
    await world.admin().addSchema({ ...LEAST, description: 'Theirs' });
    await world.clock.sleep(since);
    world.service.faults.add(DUPLICATE);
    const { transport } = world.service;
    const late = world.project(text, {
      transport: {
        ...transport,
        send: async (request, options) => {
          const reply = await transport.send(request, options);
          const isList = request.method === 'GET' && /\/schemas\?/.test(request.url);
          return isList && !sent(await world.service.calls()) ? { ...reply, body: '{"results":[]}' } : reply;
        },
      },
    });
    return { outcomes: (await late.apply(plan)).outcomes, records: (await late.ledger.read()).records };
  }
  const sent = (calls: readonly { readonly endpoint?: string | undefined }[]) =>
    calls.some(({ endpoint }) => endpoint === 'createDatedSchema');

  it('has failed, and its message describes the possible effect', async () => {
    const { outcomes, records } = await answered(project(FLEET), 120_000);
    expect(outcomes).toMatchObject([{ address: ADDRESS, status: 'failed' }]);
    expect(outcomes[0]?.message).toContain('The service may have written the labels');
    expect(records).toEqual({});
    expect((await world.boats()).length).toBe(1);
  });
});

describe('an object under its fully qualified name', () => {
  const qualified = (text: string) => text.replaceAll('boats', 'p1001_boats');

  it('is blocked with its contents, because the service would shorten the name', async () => {
    const plan = await world.project(qualified(WHOLE)).plan();
    expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(['blocked']));
    expect(plan.changes[0]?.reason).toContain('Declare the schema under boats');
    expect(plan.calls).toEqual([]);
  });

  it('is changed if the account has it', async () => {
    await world.admin().addSchema(LEAST);
    await world.applied(qualified(project(FLEET)));
    expect(await world.boats()).toMatchObject([{ labels: { plural: 'Fleet' } }]);
  });
});

describe('an object with a second name in the files', () => {
  const twice = (other: string) => BARE.replace('objects: { ', `objects: { ${other}: { ${GROUPS} }, `);

  it.each(['2-50000001', 'p1001_boats', 'Boats'])(
    '%s is named in a finding, and is not created twice',
    async (other) => {
      await world.applied(BARE);
      expect((await world.boats())[0]?.id).toBe('2-50000001');
      await world.called();
      const { findings } = await world.project(twice(other)).plan();
      expect(findings.map(({ code }) => code)).toContain('name-ambiguous');
      await world.applied(twice(other));
      expect(await world.writes()).not.toContain('createDatedSchema');
      expect(await world.boats()).toHaveLength(1);
    },
  );

  it.each(['p1001_boats', 'Boats'])('%s blocks its contents while the object does not exist', async (other) => {
    const plan = await world.project(twice(other)).plan();
    expect(plan.findings.map(({ code }) => code)).toContain('holder-missing');
    expect(plan.calls.map(({ endpoint }) => endpoint)).toEqual(['createDatedSchema']);
  });
});
