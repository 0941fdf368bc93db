import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RISK_NAMES } from '../../../src/model/risk.ts';
import { formatPlanTitle } from '../../../src/report/origin.ts';
import { aWorld, converge, HUB, type World } from '../../laws/world.ts';
import { revertAllowing } from '../../support/consents.ts';

const TIER = 'property:contacts/tier';
let world: World;

beforeEach(async () => {
  world = await aWorld();
});

afterEach(() => world.close());

const file = (properties: object) => [
  {
    path: 'trueup.yaml',
    text: JSON.stringify({
      version: 1,
      objects: { contacts: { groups: { contactinformation: { properties } } } },
    }),
  },
];
const text = (label: string, description: string) =>
  file({ tier: { label, description, type: 'string', fieldType: 'text' } });
const list = (...values: readonly string[]) =>
  file({
    tier: {
      ...{ label: 'Tier', description: '', type: 'enumeration', fieldType: 'select' },
      options: values.map((value) => ({ value, label: value })),
    },
  });

async function run(files: ReturnType<typeof file>): Promise<string> {
  return (await converge(world.reconciler(files), RISK_NAMES)).result.run;
}

async function reverted(files: ReturnType<typeof file>, runs: readonly string[]) {
  const reconciler = world.reconciler(files);
  const plan = await revertAllowing(reconciler, RISK_NAMES, { run: runs });
  const result = await reconciler.apply(plan, { saved: true });
  expect(result.outcomes.filter(({ status }) => status !== 'applied')).toEqual([]);
  return plan;
}

async function held() {
  const { properties } = await world.snapshot();
  return Object.values(properties)
    .flat()
    .find(({ name, archivedAt }) => name === 'tier' && archivedAt === null);
}

const messages = ({ findings }: Awaited<ReturnType<typeof reverted>>, code: string) =>
  findings.filter((finding) => finding.code === code).map(({ message }) => message);

describe('several runs are reverted by one plan', () => {
  test('to the state before the first run, in any order of the arguments', async () => {
    await run(text('One', 'First'));
    const [second, third] = [await run(text('Two', 'First')), await run(text('Three', 'Third'))];
    const plan = await reverted(text('Three', 'Third'), [second, third]);
    expect(plan.origin).toEqual({ kind: 'revert', run: third, earlier: [second] });
    expect(formatPlanTitle(plan)).toBe(`Plan to revert runs ${third}, ${second} for default`);
    expect(plan.calls).toHaveLength(1);
    expect(await held()).toMatchObject({ label: 'One', description: 'First' });
    expect((await world.reconciler(text('Three', 'Third')).revert({ run: [third, second] })).calls).toEqual([]);
  });

  test('which removes a resource of the first run that another run changed', async () => {
    await world.close();
    world = await aWorld('dated');
    const first = await run(text('One', 'First'));
    const second = await run(text('Two', 'First'));
    await reverted(text('Two', 'First'), [first, second]);
    expect(await held()).toBeUndefined();
  });

  test('which keeps and reports an edit between the runs', async () => {
    await run(text('One', 'First'));
    const second = await run(text('Two', 'Second'));
    await world.service.admin(HUB).editProperty('contacts', 'tier', { label: 'Theirs' });
    const third = await run(text('Three', 'Second'));
    const plan = await reverted(text('Three', 'Second'), [second, third]);
    expect(await held()).toMatchObject({ label: 'Theirs', description: 'First' });
    expect(messages(plan, 'revert-changed')).toEqual([
      `${TIER} was changed since the run (label), so that change is kept.`,
    ]);
  });

  test('which overwrites an edit between the runs on request', async () => {
    await run(text('One', 'First'));
    const second = await run(text('Two', 'First'));
    await world.service.admin(HUB).editProperty('contacts', 'tier', { label: 'Theirs' });
    const third = await run(text('Three', 'First'));
    const reconciler = world.reconciler(text('Three', 'First'));
    const plan = await reconciler.revert({ run: [second, third], overwrite: [TIER] });
    await reconciler.apply(plan);
    expect(messages(plan, 'revert-changed')).toEqual([]);
    expect(await held()).toMatchObject({ label: 'One' });
  });

  test('which keeps an option that another user added between the runs', async () => {
    await run(list('a'));
    const second = await run(list('a', 'b'));
    const theirs = ['a', 'b', 'theirs'].map((value, displayOrder) => ({ value, label: value, displayOrder }));
    await world.service.admin(HUB).editProperty('contacts', 'tier', { options: theirs });
    const third = await run(list('a', 'b', 'c'));
    const plan = await reverted(list('a', 'b', 'c'), [second, third]);
    expect((await held())?.options?.map(({ value }) => value).sort()).toEqual(['a', 'b', 'theirs']);
    expect(messages(plan, 'revert-changed')).toEqual([
      `${TIER} was changed since the run (options), so that change is kept.`,
    ]);
  });

  test('which skips idle runs, and is empty if every run was idle', async () => {
    await run(text('One', 'First'));
    const second = await run(text('Two', 'First'));
    const plan = await reverted(text('Two', 'First'), ['idle', second]);
    expect(plan.origin).toEqual({ kind: 'revert', run: second, earlier: ['idle'] });
    expect(await held()).toMatchObject({ label: 'One' });
    const idle = await world.reconciler(text('Two', 'First')).revert({ run: ['idle'] });
    expect(idle).toMatchObject({ origin: { kind: 'revert', run: 'idle' }, changes: [], calls: [], applyable: true });
  });

  test('and an empty list of runs is refused', async () => {
    await expect(world.reconciler(text('One', 'First')).revert({ run: [] })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: 'Invalid arguments to revert: run.',
    });
  });
});
