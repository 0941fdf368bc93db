import fc from 'fast-check';
import { expect, test } from 'vitest';
import { touchedPath, type Watched } from '../../src/action/touched.ts';
import { FOLDER, type TreeEntry } from '../../src/github/tree.ts';
import type { Trees } from '../../src/github/trees.ts';

type Files = Readonly<Record<string, string>>;

/** Ids are the contents themselves: equal folders have equal ids, as in Git. `->` begins a link. */
function entryOf(files: Files): TreeEntry {
  return { mode: FOLDER, id: JSON.stringify(Object.entries(files).toSorted()) };
}

const trees: Trees = {
  rootOf: () => Promise.reject(new Error('nobody asks for a commit here')),
  async entriesOf(id) {
    const files = JSON.parse(id) as readonly (readonly [string, string])[];
    const byName = Map.groupBy(files, ([path]) => path.split('/')[0] ?? '');
    return new Map(
      [...byName].map(([name, inside]): [string, TreeEntry] => {
        const text = inside.find(([path]) => path === name)?.[1];
        if (text !== undefined) return [name, { mode: text.startsWith('->') ? '120000' : '100644', id: text }];
        return [name, entryOf(Object.fromEntries(inside.map(([path, one]) => [path.slice(name.length + 1), one])))];
      }),
    );
  },
};

const BEFORE: Files = {
  'README.md': 'a',
  'crm/trueup.yaml': 'a',
  'crm/notes.md': 'a',
  'crm/schema/a.yaml': 'a',
  'crm/schema/deep/b.yml': 'a',
  'crm/link': '->../shared',
  'shared/c.yaml': 'a',
};
const touched = (after: Files, ...watched: readonly Watched[]) =>
  touchedPath(trees, [entryOf(BEFORE), entryOf({ ...BEFORE, ...after })], watched);
const without = (path: string, ...watched: readonly Watched[]) => {
  const { [path]: _, ...rest } = BEFORE;
  return touchedPath(trees, [entryOf(BEFORE), entryOf(rest)], watched);
};

const FILE: Watched = { path: 'crm/trueup.yaml', what: 'all' };
const SCHEMA: Watched = { path: 'crm/schema', what: 'yaml' };
const TOP: Watched = { path: '', what: 'yaml' };
const RIGHT_THERE: Watched = { path: 'crm', what: 'here' };

test.each([
  ['nothing changed', {}, [FILE, SCHEMA, TOP], undefined],
  ['something else changed', { 'README.md': 'b', 'crm/notes.md': 'b' }, [FILE, SCHEMA, TOP], undefined],
  ['the file changed', { 'crm/trueup.yaml': 'b' }, [FILE, SCHEMA], 'crm/trueup.yaml'],
  ['the file became a link', { 'crm/trueup.yaml': '->a' }, [FILE], 'crm/trueup.yaml'],
  ['a file in a folder changed', { 'crm/schema/deep/b.yml': 'b' }, [SCHEMA], 'crm/schema/deep/b.yml'],
  ['a file was added to a folder', { 'crm/schema/new/c.YAML': 'a' }, [SCHEMA], 'crm/schema/new/c.YAML'],
  ['a link was added to a folder', { 'crm/schema/more': '->../../shared' }, [SCHEMA], 'crm/schema/more'],
  ['a file changed where no search looks', { '.github/workflows/a.yml': 'a' }, [TOP], undefined],
  [
    'a file changed where a search for hidden ones looks',
    { 'crm/schema/.more/a.yml': 'a' },
    [{ path: 'crm/schema', what: 'hidden' }],
    'crm/schema/.more/a.yml',
  ],
  ['a link was added in place of a hidden folder', { '.more': '->crm' }, [TOP], '.more'],
  ['text was added to a folder', { 'crm/schema/a.md': 'a' }, [SCHEMA], undefined],
  [
    'a link on the way leads elsewhere',
    { 'crm/link': '->../other' },
    [{ path: 'crm/link/c.yaml', what: 'all' }],
    'crm/link/c.yaml',
  ],
  [
    'a file changed below where only names right there count',
    { 'crm/schema/a.yaml': 'b', 'crm/.more/a.yml': 'a' },
    [RIGHT_THERE],
    undefined,
  ],
  ['a file came right there', { 'crm/.a.yml': 'a' }, [RIGHT_THERE], 'crm/.a.yml'],
  ['a link changed right there', { 'crm/link': '->../other' }, [RIGHT_THERE], 'crm/link'],
  ['a link came right there', { 'crm/more': '->../other' }, [RIGHT_THERE], 'crm/more'],
  ['a folder of such a name came', { 'crm/x.yaml/deep/a.yml': 'a' }, [RIGHT_THERE], 'crm/x.yaml/deep/a.yml'],
  ['what is watched is nowhere', {}, [{ path: 'crm/.trueup', what: 'all' }], undefined],
  ['what was nowhere is there', { 'crm/.trueup/x.json': 'a' }, [{ path: 'crm/.trueup', what: 'all' }], 'crm/.trueup'],
  ['a folder came', { 'more/a.yaml': 'a' }, [{ path: 'more', what: 'yaml' }], 'more/a.yaml'],
] as const)('if %s', async (_, after, watched, path) => {
  expect(await touched(after as Files, ...watched)).toBe(path);
});

test('what is gone is touched', async () => {
  expect(await without('crm/trueup.yaml', FILE)).toBe('crm/trueup.yaml');
  expect(await without('crm/schema/deep/b.yml', SCHEMA)).toBe('crm/schema/deep/b.yml');
  expect(await without('README.md', FILE, SCHEMA, TOP)).toBeUndefined();
});

test('a search is touched by exactly what it could find', async () => {
  const name = fc.constantFrom('a', 'b', 'a.yaml', 'b.md');
  const path = fc
    .array(name, { minLength: 1, maxLength: 3 })
    .map((parts) => [...parts.slice(0, -1).map((one) => one[0]), parts.at(-1)].join('/'));
  const leaf = path.filter((one) => one.includes('.'));
  const files = fc.dictionary(leaf, fc.constantFrom('1', '2'), { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(files, files, async (one, other) => {
      const yaml = (all: Files) =>
        JSON.stringify(
          Object.entries(all)
            .filter(([at]) => at.endsWith('.yaml'))
            .toSorted(),
        );
      const found = await touchedPath(trees, [entryOf(one), entryOf(other)], [TOP]);
      expect(found === undefined).toBe(yaml(one) === yaml(other));
    }),
  );
});
