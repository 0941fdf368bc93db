/** Object schemas and files: pull, overrides, explain, revert, and a comparison of two accounts. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  aSchemaWorld,
  BARE,
  FLEET,
  GROUPS,
  LABELS,
  LEAST,
  project,
  type SchemaWorld,
  SHOWN,
  WHOLE,
} from '../schema-world.ts';

let world: SchemaWorld;
beforeEach(async () => {
  world = await aSchemaWorld();
});
afterEach(() => world.close());

const HULL = { name: 'hull', label: 'Hull', type: 'string', fieldType: 'text' } as const;

describe('a pull', () => {
  const pulled = async (text: string, options: object) => {
    const { files, conflicts } = await world.project(text).pull(options);
    return { files: Object.fromEntries(files.map((file) => [file.path, file.text])), conflicts };
  };

  it('writes the schema without its type id and generated members', async () => {
    await world.admin().addSchema({ ...LEAST, primaryDisplayProperty: 'hull', properties: [HULL] });
    const { files } = await pulled('', { objects: ['boats'] });
    expect(files['schema/boats.yaml']?.replace(/^#.*\n/, '')).toBe(`objects:
  boats:
    schema:
      labels:
        singular: Boat
        plural: Boats
      primaryDisplayProperty: hull
    groups:
      boats_information:
        properties:
          hull:
            label: Hull
            type: string
            fieldType: text
`);
  });

  it('writes a schema whose plan is empty', async () => {
    await world
      .admin()
      .addSchema({ ...LEAST, description: 'Ours', primaryDisplayProperty: 'hull', properties: [HULL] });
    const { files } = await pulled('', { objects: ['boats'] });
    const plan = await world.project(files['schema/boats.yaml'] ?? '').plan();
    expect(plan.summary).toMatchObject({ keep: 2, create: 0, update: 0, calls: { write: 0 } });
  });

  it.each([true, false])(
    'takes the change of a colleague into the schema of the file, with drift %s',
    async (drift) => {
      const text = `objects:
  boats:
    schema:
      labels:
        singular: Boat # one
        plural: Boats
      searchableProperties: [hs_object_id]
`;
      await world.applied(text);
      await world.admin().editSchema('boats', { labels: { plural: 'Ships' }, searchableProperties: [] });
      const { files, conflicts } = await pulled(text, { drift, objects: ['boats'] });
      expect(conflicts).toEqual([]);
      expect(files['trueup.yaml']).toContain('    schema:\n      labels:\n');
      expect(files['trueup.yaml']).toContain('plural: Ships\n');
      expect(files['trueup.yaml']).toContain('searchableProperties: []\n');
      const plan = await world.project((files['trueup.yaml'] ?? '').replace('version: 1\n', '')).plan();
      expect(plan.summary).toMatchObject({ keep: 1, update: 0 });
    },
  );
});

describe('an override of an account', () => {
  const overridden = (overrides: string) =>
    `accounts:
  default:
    hubId: 1001
    baseUrl: http://127.0.0.1
    auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" }
    overrides:
      objects:
        boats:
          schema:
${overrides}
objects:
  boats:
    schema: { ${LABELS}, description: Shared }
`;

  it('gives only the members that differ, and can leave one out', async () => {
    const text = overridden('            labels: { plural: Fleet }\n            omit: [description]');
    const [change] = (await world.project(text).plan()).changes;
    expect(change).toMatchObject({
      address: ADDRESS,
      action: 'create',
      fields: [{ field: 'labels', after: { singular: 'Boat', plural: 'Fleet' } }],
      overrides: [{ account: 'default', field: 'schema', provenance: { line: 11 } }],
    });
    await world.applied(text);
    await world.admin().editSchema('boats', { description: 'Theirs' });
    expect((await world.project(text).plan()).summary).toMatchObject({ keep: 1, update: 0 });
  });

  it('has the finding about a label that it gives', async () => {
    const text = overridden("            labels: { plural: '' }");
    await expect(world.project(text).plan()).rejects.toMatchObject({
      findings: [{ code: 'text-blank', severity: 'error', provenance: { line: 11 } }],
    });
  });

  it('stays unchanged during a pull, like the shared value', async () => {
    const text = overridden('            labels: { plural: Fleet }');
    await world.applied(text);
    await world.admin().editSchema('boats', { labels: { plural: 'Ships' } });
    const { files, conflicts } = await world.project(text).pull({ drift: true });
    expect(files).toEqual([]);
    expect(conflicts).toMatchObject([
      { address: ADDRESS, field: 'labels', reason: expect.stringContaining('overrides it') },
    ]);
  });
});

describe('a revert', () => {
  it('sends the earlier values with every other member', async () => {
    await world.applied(WHOLE);
    await world.clock.sleep(10_000);
    await world.applied(project(`${FLEET}, description: Ours, ${SHOWN}`, GROUPS));
    const reconciler = world.project(WHOLE);
    const plan = await reconciler.revert();
    expect(plan.calls).toMatchObject([
      {
        body: {
          labels: { singular: 'Boat', plural: 'Boats' },
          clearDescription: true,
          searchableProperties: ['boat_name', 'length'],
        },
      },
    ]);
    expect((await reconciler.apply(plan)).outcomes).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    expect(await world.boats()).toMatchObject([
      { labels: { plural: 'Boats' }, description: null, primaryDisplayProperty: 'boat_name' },
    ]);
  });

  it('keeps a created object and reports it', async () => {
    await world.applied(BARE);
    const { findings, calls } = await world.project(BARE).revert();
    expect(calls).toEqual([]);
    expect(findings).toMatchObject([
      {
        code: 'revert-stays',
        message: `The run created it, so it stays: ${ADDRESS}. trueup deletes no object, because its properties, pipelines and labels would go with it.`,
      },
    ]);
  });
});

it('an explanation shows the schema in the files, the account and the ledger', async () => {
  await world.applied(project(FLEET));
  await world.admin().editSchema('boats', { labels: { plural: 'Ships' } });
  const { sighting, declared, live, recorded, change } = await world.project(project(FLEET)).explain(ADDRESS);
  expect(sighting).toBe('present');
  expect(declared?.fields).toMatchObject({ labels: { plural: 'Fleet' } });
  expect(live).toMatchObject({ id: '2-50000001', fields: { labels: { plural: 'Ships' } } });
  expect(recorded).toMatchObject({ id: '2-50000001', fields: { labels: { plural: 'Fleet' } } });
  expect(change).toMatchObject({ action: 'update', because: 'account-changed' });
});
