import { expect, onTestFinished, test } from 'vitest';
import { aWorld, ENV } from '../../laws/world.ts';

const project = (object: string, properties: string) => `version: 1
objects:
  ${object}: { groups: { perks: { displayName: Perks, properties: { ${properties} } } } }
`;
const LEVEL = 'level: { label: Level, type: string, fieldType: text }';

test('what has another standard object, or another type id, is another one', async () => {
  const world = await aWorld('documented');
  onTestFinished(() => world.close());
  const open = (text: string) => world.reconciler([{ path: 'trueup.yaml', text }], { env: ENV });
  const before = open(project('contacts', LEVEL));
  await before.apply(await before.plan());
  const { findings } = await open(project('2-3451', LEVEL)).plan();
  expect(findings.flatMap(({ code, hint }) => (code === 'not-declared' ? [hint] : []))).toEqual([
    expect.stringMatching(/^A deletion works by hand/),
    expect.stringMatching(/^A deletion works by hand/),
  ]);
});
