import { expect, onTestFinished, test } from 'vitest';
import { aWorld, ENV } from '../../laws/world.ts';

const project = (object: string, properties: string) => `version: 1
objects:
  ${object}: { groups: { perks: { displayName: Perks, properties: { ${properties} } } } }
`;
const LEVEL = 'level: { label: Level, type: string, fieldType: text }';
const YEAR = 'year: { label: Year, type: number, fieldType: number }';

test.each([
  ['2-3451', 'memberships'],
  ['memberships', '2-3451'],
  ['2-3451', 'p1001_memberships'],
])('where %s is called %s now, nobody is told to delete by hand what is declared by that name', async (past, now) => {
  const world = await aWorld('documented');
  onTestFinished(() => world.close());
  const open = (text: string) => world.reconciler([{ path: 'trueup.yaml', text }], { env: ENV });
  const before = open(project(past, `${LEVEL}, ${YEAR}`));
  await before.apply(await before.plan());
  const { findings } = await open(project(now, LEVEL)).plan();
  const dropped = findings.filter(({ code }) => code === 'not-declared');
  expect(dropped.map(({ address, hint }) => [address, hint])).toEqual([
    [`property-group:${past}/perks`, expect.stringMatching(/^Drop its record\./)],
    [`property:${past}/level`, expect.stringMatching(/^Drop its record\./)],
    [`property:${past}/year`, expect.stringMatching(/^To delete it, remove it in the account by hand/)],
  ]);
  expect(dropped[1]?.message).toBe(
    `property:${past}/level was applied and is no longer declared by that name. It may be property:${now}/level, which is declared: this surface cannot tell what a name stands for. So trueup does not delete it.`,
  );
});

test('what has another standard object, or another type id, is another one', async () => {
  const world = await aWorld('documented');
  onTestFinished(() => world.close());
  const open = (text: string) => world.reconciler([{ path: 'trueup.yaml', text }], { env: ENV });
  const before = open(project('contacts', LEVEL));
  await before.apply(await before.plan());
  const { findings } = await open(project('2-3451', LEVEL)).plan();
  expect(findings.flatMap(({ code, hint }) => (code === 'not-declared' ? [hint] : []))).toEqual([
    expect.stringMatching(/^To delete it/),
    expect.stringMatching(/^To delete it/),
  ]);
});
