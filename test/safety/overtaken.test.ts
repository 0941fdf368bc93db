/** A run that was killed, and a colleague who changed what it wrote: that is told, and held, like any other drift. */

import { afterEach, expect, test } from 'vitest';
import { aNamesWorld, type NamesWorld } from '../engine/observe/names-world.ts';
import { planAllowing } from '../support/consents.ts';
import { killedAt } from './killed.ts';

const TIER = 'property:contacts/tier';
const TOKEN = 'pat-na1-names-1001';
const project = (drift: string, label: string): string => `
accounts: { default: { hubId: 1001, surface: dated, drift: ${drift}, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TOKEN}" } } }
objects: { contacts: { groups: { g: { displayName: G, properties: { tier: { label: ${label}, type: string, fieldType: text } } } } } }
`;

let world: NamesWorld;
afterEach(() => world.close());

const reconcilerOf = (drift: string, label: string, more = {}) =>
  world.reconciler(1001, project(drift, label), { env: { TOKEN }, ...more });

async function applied(drift: string, label: string) {
  const reconciler = reconcilerOf(drift, label);
  return reconciler.apply(await reconciler.plan());
}

async function killedAtProperty(
  drift: string,
  label: string,
  when?: 'before' | 'after',
  text = project(drift, label),
): Promise<void> {
  const { transport, dies } = killedAt(world.service.transport, /\/0-1(\/tier|\/batch\/create)?$/, when);
  const reconciler = world.reconciler(1001, text, { env: { TOKEN }, transport });
  const plan = await reconciler.plan();
  void reconciler.apply(plan);
  await dies;
}

async function renamed(label: string): Promise<void> {
  const { status } = await world.service.transport.send({
    method: 'PATCH',
    url: 'http://127.0.0.1/crm/properties/2026-03/0-1/tier',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label }),
  });
  expect(status).toBe(200);
}

const labelNow = async () =>
  (await world.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'tier')?.label;

test.each([
  ['created', async () => killedAtProperty('hold', 'Tier')],
  [
    'changed',
    async () => {
      await applied('hold', 'Before');
      await killedAtProperty('hold', 'Tier');
    },
  ],
])('held drift of what the killed run %s is left alone, in the first plan and in those after it', async (_, killed) => {
  world = await aNamesWorld();
  await killed();
  await renamed('Theirs');
  for (const round of ['open', 'settled', 'later']) {
    const reconciler = reconcilerOf('hold', 'Tier');
    const plan = await reconciler.plan();
    expect([round, plan.calls]).toEqual([round, []]);
    expect(plan.findings.filter(({ code }) => code === 'drift-held')).toMatchObject([
      { message: `${TIER} was changed in the account (label) and is left unchanged.` },
    ]);
    const { resources } = await reconcilerOf('hold', 'Tier').drift();
    expect(resources.find(({ address }) => address === TIER)).toMatchObject({
      status: 'drifted',
      fields: [{ field: 'label', after: 'Theirs' }],
    });
    await reconciler.apply(plan);
  }
  expect(await labelNow()).toBe('Theirs');
  expect((await reconcilerOf('hold', 'Tier').plan({ overwrite: [TIER] })).calls).toMatchObject([{ covers: [TIER] }]);
});

test.each(['open', 'settled'])(
  'where drift is reverted, the plan says what it overwrites while the call is %s',
  async (state) => {
    world = await aNamesWorld();
    await killedAtProperty('revert', 'Tier');
    await renamed('Theirs');
    // The file drops nothing and changes nothing, so the first apply settles the call and has nothing else to do.
    if (state === 'settled') {
      const held = reconcilerOf('hold', 'Tier');
      await held.apply(await held.plan());
    }
    const { changes } = await reconcilerOf('revert', 'Tier').plan();
    expect(changes.find(({ address }) => address === TIER)).toMatchObject({
      action: 'update',
      because: 'account-changed',
      reason: 'It was changed in the account since the last apply.',
      changedAt: expect.any(String),
    });
    await applied('revert', 'Tier');
    expect(await labelNow()).toBe('Tier');
  },
);

test('what the killed run was to create is not taken for its own: only a consent that names it deletes it', async () => {
  world = await aNamesWorld();
  await killedAtProperty('hold', 'Tier');
  await renamed('Theirs');
  await applied('hold', 'Tier');
  const text = project('revert', 'Tier').replace(/, properties: \{ tier: .*? \} \}/, '');
  const dropped = world.reconciler(1001, text, { env: { TOKEN } });
  expect((await planAllowing(dropped, [])).calls).toEqual([]);
  expect((await dropped.plan({ allow: [{ risk: 'property-removal', address: TIER }] })).calls).toMatchObject([
    { covers: [TIER] },
  ]);
});

const described = (label: string, note: string) =>
  project('hold', label).replace('type: string', `description: ${note}, type: string`);

async function appliedText(text: string) {
  const reconciler = world.reconciler(1001, text, { env: { TOKEN } });
  return reconciler.apply(await reconciler.plan());
}

test('what nobody touched of a call that never left is applied, and the one field that a colleague changed is held', async () => {
  world = await aNamesWorld();
  await appliedText(described('L0', 'd0'));
  await killedAtProperty('hold', 'L1', 'before', described('L1', 'd1'));
  await renamed('Theirs');
  const reconciler = world.reconciler(1001, described('L1', 'd1'), { env: { TOKEN } });
  const plan = await reconciler.plan();
  expect(plan.calls).toMatchObject([{ covers: [TIER], body: { description: 'd1' } }]);
  expect(plan.findings.filter(({ code }) => code === 'drift-held')).toMatchObject([
    { message: `${TIER} was changed in the account (label) and is left unchanged.` },
  ]);
  await reconciler.apply(plan);
  expect(await labelNow()).toBe('Theirs');
  expect((await world.reconciler(1001, described('L1', 'd1'), { env: { TOKEN } }).drift()).resources).toMatchObject([
    {},
    { address: TIER, status: 'drifted', fields: [{ field: 'label', before: 'L1', after: 'Theirs' }] },
  ]);
});

test('what a call did before a colleague changed a part of it is in the history, and a revert takes the rest back', async () => {
  world = await aNamesWorld();
  await appliedText(described('L0', 'd0'));
  await killedAtProperty('hold', 'L1', 'after', described('L1', 'd1'));
  await renamed('Theirs');
  await appliedText(described('L1', 'd1'));
  const { changes } = await world.reconciler(1001, described('L1', 'd1'), { env: { TOKEN } }).revert();
  expect(changes.find(({ address }) => address === TIER)?.fields).toMatchObject([
    { field: 'description', before: 'd1', after: 'd0' },
  ]);
});

test.each([
  ['set back of what the call did', 'after', 'L0'],
  ['changed of what the call never did', 'before', 'Theirs'],
] as const)(
  'drift shows what a colleague %s, while the call is open as after it is settled',
  async (_, when, label) => {
    world = await aNamesWorld();
    await appliedText(described('L0', 'd0'));
    await killedAtProperty('hold', 'L1', when, described('L1', 'd1'));
    await renamed(label);
    for (const state of ['open', 'settled']) {
      const reconciler = world.reconciler(1001, described('L1', 'd1'), { env: { TOKEN } });
      const { resources } = await reconciler.drift();
      expect([state, resources.find(({ address }) => address === TIER)]).toMatchObject([
        state,
        { status: 'drifted', fields: [{ field: 'label', before: 'L1', after: label }] },
      ]);
      await reconciler.apply(await reconciler.plan());
    }
  },
);
