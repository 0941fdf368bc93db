import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aWorld, converge, HUB, type World } from '../../laws/world.ts';

let world: World;

beforeEach(async () => {
  world = await aWorld();
});

afterEach(() => world.close());

type Texts = Readonly<{ label: string; description: string }>;

/** Text properties of contacts by name. */
function declaring(properties: Readonly<Record<string, Texts>>) {
  const typed = Object.entries(properties).map(([name, texts]) => [
    name,
    { ...texts, type: 'string', fieldType: 'text' },
  ]);
  const groups = { contactinformation: { properties: Object.fromEntries(typed) } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects: { contacts: { groups } } }) }];
}

const numbered = (count: number, label: string) =>
  declaring(
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`field_${at}`, { label: `${label} ${at}`, description: '' }]),
    ),
  );

async function toldByRevert(files: ReturnType<typeof declaring>): Promise<readonly string[]> {
  const { findings } = await world.reconciler(files).revert();
  return findings.filter(({ code }) => code === 'revert-against-files').map(({ message }) => message);
}

describe('a revert reports that the files still declare the values of the run', () => {
  test('for a property whose only difference is a later edit of another user', async () => {
    const first = declaring({ note: { label: 'Note', description: 'First' } });
    await converge(world.reconciler(first), []);
    await converge(world.reconciler(declaring({ note: { label: 'Remark', description: 'Second' } })), []);
    await world.service.admin(HUB).editProperty('contacts', 'note', { label: 'Theirs' });
    const half = declaring({ note: { label: 'Remark', description: 'First' } });
    expect(await toldByRevert(half)).toEqual([
      'The files still declare the values that the run wrote, so the next plan from them would make the same changes again (property:contacts/note).',
    ]);
  });

  test('only for the fields that the run wrote', async () => {
    const first = declaring({ note: { label: 'Note', description: 'First' } });
    await converge(world.reconciler(first), []);
    await converge(world.reconciler(declaring({ note: { label: 'Note', description: 'Second' } })), []);
    await world.service.admin(HUB).editProperty('contacts', 'note', { label: 'Theirs' });
    expect(await toldByRevert(first)).toEqual([]);
  });

  test.each([
    [5, ''],
    [7, ' and 2 more'],
  ])('by five addresses: of %i all but%s', async (count, more) => {
    await converge(world.reconciler(numbered(count, 'First')), []);
    await converge(world.reconciler(numbered(count, 'Second')), []);
    const five = [0, 1, 2, 3, 4].map((at) => `property:contacts/field_${at}`).join(', ');
    expect(await toldByRevert(numbered(count, 'Second'))).toEqual([
      `The files still declare the values that the run wrote, so the next plan from them would make the same changes again (${five}${more}).`,
    ]);
  });

  test('and says nothing of it where the files are as before the run', async () => {
    await converge(world.reconciler(numbered(2, 'First')), []);
    await converge(world.reconciler(numbered(2, 'Second')), []);
    expect(await toldByRevert(numbered(2, 'First'))).toEqual([]);
  });
});
