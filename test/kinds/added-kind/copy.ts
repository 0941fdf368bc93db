/** Copies the source and adds the kind `property-note`, as the guide "Add a kind" describes. */

import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/** Files that the guide adds, at their place in the source. */
const ADDED = join(import.meta.dirname, 'src');

interface Edit {
  readonly file: string;
  readonly before: string;
  readonly add: string;
}

const NAMING: Edit = {
  file: 'src/model/address.ts',
  before: '] as const;\n\nexport type KindName',
  add: "  'property-note',\n",
};

const LISTING: readonly Edit[] = [
  {
    file: 'src/kinds/index.ts',
    before: 'import { webhookSubscription }',
    add: "import { propertyNote } from './property-note/index.ts';\n",
  },
  { file: 'src/kinds/index.ts', before: '};\n', add: "  'property-note': propertyNote,\n" },
  {
    file: 'src/kinds/words.ts',
    before: 'import { webhookSubscriptionWords }',
    add: "import { propertyNoteWords } from './property-note/words.ts';\n",
  },
  { file: 'src/kinds/words.ts', before: '};\n', add: "  'property-note': propertyNoteWords,\n" },
];

/** Every file of the source that the guide has people change. */
export const CHANGED: readonly string[] = [...new Set([NAMING, ...LISTING].map(({ file }) => file))];

/** Resolves to the folder of the copy. `listed` false: the name is there, and the kind is forgotten in the tables. */
export async function sourceWithKind(listed = true): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-kind-'));
  await cp(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  await cp(ADDED, join(folder, 'src'), { recursive: true });
  for (const file of ['package.json', 'tsconfig.json', 'tsconfig.build.json']) {
    await cp(join(ROOT, file), join(folder, file));
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await make(folder, NAMING);
  if (listed) await list(folder);
  return folder;
}

/** Adds the kind to the tables of a copy that only names it. */
export async function list(folder: string): Promise<void> {
  for (const edit of LISTING) await make(folder, edit);
}

async function make(folder: string, { file, before, add }: Edit): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  const at = text.indexOf(before);
  if (at < 0) throw new Error(`${file} has no ${before}`);
  await writeFile(path, text.slice(0, at) + add + text.slice(at));
}
