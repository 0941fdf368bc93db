import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../src/index.ts';
import { HUB } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const ADDRESS = 'object-schema:boats';
const LABELS = 'labels: { singular: Boat, plural: Boats }';
const SHOWN = `primaryDisplayProperty: boat_name, secondaryDisplayProperties: [length], requiredProperties: [boat_name], searchableProperties: [boat_name, length]`;
const GROUPS =
  'groups: { boat_data: { displayName: Boat data, properties: { boat_name: { label: Name, type: string, fieldType: text }, length: { label: Length, type: number, fieldType: number } } } }';
const PIPELINES =
  'pipelines: { refits: { label: Refits, stages: [{ id: r_open, label: Open }, { id: r_done, label: Done, state: CLOSED }] } }';
const LINKS = `
associationLabels: [{ from: contacts, to: boats, labels: [{ name: skipper, label: Skipper, inverseLabel: Skippered by }] }]
associationLimits: [{ from: contacts, to: boats, limits: [{ label: Skipper, maxToObjectIds: 2 }] }]
`;
const project = (schema: string, ...below: readonly string[]) =>
  `objects: { boats: { ${[`schema: { ${schema} }`, ...below].join(', ')} } }\n`;
const BARE = project(LABELS);
const WHOLE = project(`${LABELS}, ${SHOWN}`, GROUPS);
const EVERYTHING = `${project(`${LABELS}, ${SHOWN}`, GROUPS, PIPELINES)}${LINKS}`;

async function applied(text: string): Promise<readonly Outcome[]> {
  const reconciler = world.project(text);
  return (await reconciler.apply(await reconciler.plan(), { skipBlocked: true })).outcomes;
}

const statuses = async (text: string) => (await applied(text)).map(({ address, status }) => `${status} ${address}`);
const writes = async () => (await world.called()).filter((endpoint) => !/^(list|read)/.test(endpoint));
const admin = () => world.service.admin(HUB);
const summary = async (text: string) => (await world.project(text).plan()).summary;
const KEPT = { create: 0, update: 0, blocked: 0, calls: { write: 0 } };

describe('a custom object', () => {
  it('is created with its contents in one apply, and the next plan is empty', async () => {
    expect(await statuses(EVERYTHING)).toEqual([
      `applied ${ADDRESS}`,
      'applied property-group:boats/boat_data',
      'applied property:boats/boat_name',
      'applied property:boats/length',
      'applied pipeline:boats/refits',
      'applied association-label:contacts/boats/skipper',
      'applied association-limit:contacts/boats/USER_DEFINED/Skipper',
    ]);
    const made = await writes();
    expect([made[0], made.at(-1), made.filter((one) => one === 'createDatedSchema').length]).toEqual([
      'createDatedSchema',
      'updateDatedSchema',
      1,
    ]);
    expect(await summary(EVERYTHING)).toMatchObject({ keep: 7, ...KEPT });
    expect((await world.project(EVERYTHING).drift()).summary).toMatchObject({ drifted: 0, inSync: 7 });
  });

  it('needs one call if it has only labels', async () => {
    await applied(BARE);
    expect(await writes()).toEqual(['createDatedSchema']);
    expect(await summary(BARE)).toMatchObject({ keep: 1, ...KEPT });
  });

  it('is adopted under any case of its name if it exists', async () => {
    await admin().addSchema({
      name: 'Boats',
      labels: { singular: 'Boat', plural: 'Boats' },
      primaryDisplayProperty: 'hs_object_id',
    });
    await world.called();
    expect(await applied(BARE)).toEqual([]);
    expect(await writes()).toEqual([]);
    expect(await summary(BARE)).toMatchObject({ keep: 1, ...KEPT });
  });

  it('keeps every member that the file does not declare', async () => {
    await applied(WHOLE);
    await admin().editSchema('boats', { description: 'By a colleague' });
    await world.clock.sleep(600_000);
    await applied(project(`labels: { singular: Boat, plural: Fleet }, ${SHOWN}`, GROUPS));
    const plan = await world.project(project(`${LABELS}, description: By a colleague, ${SHOWN}`, GROUPS)).plan();
    expect(plan.changes.find(({ address }) => address === ADDRESS)?.fields).toEqual([
      { field: 'labels', before: { singular: 'Boat', plural: 'Fleet' }, after: { singular: 'Boat', plural: 'Boats' } },
    ]);
  });

  it('is sent whole if a stale service could restore earlier values', async () => {
    await applied(WHOLE);
    world.service.faults.add({ do: 'read-lag', endpoint: 'updateDatedSchema', ms: 300_000, times: 10 });
    await applied(project(`labels: { singular: Boat, plural: Fleet }, ${SHOWN}`, GROUPS));
    await applied(project(`labels: { singular: Boat, plural: Fleet }, description: New, ${SHOWN}`, GROUPS));
    expect(
      await summary(project(`labels: { singular: Boat, plural: Fleet }, description: New, ${SHOWN}`, GROUPS)),
    ).toMatchObject({
      keep: 4,
      ...KEPT,
    });
  });

  it('is blocked with its contents if an archived object has the name', async () => {
    await applied(EVERYTHING);
    await admin().archiveSchema('boats');
    await world.called();
    const plan = await world.project(EVERYTHING).plan();
    expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(['blocked']));
    expect(plan.changes[0]).toMatchObject({ address: ADDRESS, because: 'archived' });
    expect(plan.changes[0]?.reason).toContain('delete the archived object for good');
    expect(plan.calls).toEqual([]);
    const other = await world.project(EVERYTHING.replaceAll('boats', 'BOATS')).plan();
    expect(other.calls).toEqual([]);
  });

  it('is never deleted: the plan says where a person does it', async () => {
    await applied(WHOLE);
    const { changes, findings } = await world.project(`objects: { boats: { ${GROUPS} } }`).plan();
    expect(changes.map(({ action }) => action)).toEqual(['keep', 'keep', 'keep']);
    expect(findings).toMatchObject([{ code: 'not-declared', address: ADDRESS }]);
    expect(findings[0]?.hint).toContain('Settings > Objects > Custom Objects');
  });

  it('is drift after an edit of a colleague, and survives an older plan', async () => {
    await applied(WHOLE);
    const changed = world.project(project(`labels: { singular: Boat, plural: Fleet }, ${SHOWN}`, GROUPS));
    const plan = await changed.plan();
    await world.clock.sleep(2_000);
    await admin().editSchema('boats', { labels: { singular: 'Ship', plural: 'Ships' } });
    const { outcomes } = await changed.apply(plan);
    expect(outcomes).toMatchObject([{ address: ADDRESS, status: 'conflict' }]);
    const { resources } = await world.project(WHOLE).drift();
    expect(resources.find(({ address }) => address === ADDRESS)).toMatchObject({ status: 'drifted' });
  });

  it('keeps its own name property after a refused batch, and the next apply completes it', async () => {
    world.service.faults.add({ do: 'status', endpoint: 'createDatedProperties', status: 400 });
    const outcomes = await applied(WHOLE);
    expect(outcomes.find(({ address }) => address === ADDRESS)?.status).not.toBe('applied');
    expect(await statuses(WHOLE)).toContain(`applied ${ADDRESS}`);
    expect(await summary(WHOLE)).toMatchObject({ keep: 4, ...KEPT });
  });
});

describe('a write of a schema whose reply is lost', () => {
  it.each([
    ['createDatedSchema', 'drop-after'],
    ['createDatedSchema', 'drop-before'],
    ['updateDatedSchema', 'drop-after'],
    ['updateDatedSchema', 'drop-before'],
  ] as const)('%s after %s is made once, and the next apply does the rest', async (endpoint, fault) => {
    const before = (await world.snapshot()).objectTypes;
    world.service.faults.add({ do: fault, endpoint });
    await applied(EVERYTHING);
    await applied(EVERYTHING);
    expect(await summary(EVERYTHING)).toMatchObject({ keep: 7, ...KEPT });
    expect((await world.snapshot()).objectTypes.length).toBe(before.length + 1);
  });
});
