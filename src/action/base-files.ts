/** The configuration as it was at another commit: loaded as from a checkout of it, of which only what it names is there. */

import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import { HostError } from '../errors.ts';
import { contentOf, entriesOf, type HostCommit, hasContent, holds, LINK, type ListedEntry } from '../github/tree.ts';
import { loadProject, type Project } from '../index.ts';
import type { HostAccess, Run } from './run.ts';

/** Files that are listed, links that are followed, files that are read from the host, and the bytes of each. */
const LIMITS = { listed: 20_000, links: 200, read: 500, bytes: 10_000_000 } as const;

const YAML = /\.ya?ml$/i;

type Files = ReadonlyMap<string, ListedEntry>;
type Place = Pick<Run, 'cwd' | 'folder' | 'inputs' | 'env'>;

/** Undefined: there was no configuration yet. Throws HostError where the host does not tell, or it is too much. */
export async function projectAt(run: Place, host: HostAccess, commit: HostCommit): Promise<Project | undefined> {
  const entries = await entriesOf(host.github, host.repository, { tree: commit.tree, recursive: true });
  const files = new Map([...entries].filter(([, entry]) => hasContent(entry)));
  const top = resolve(run.cwd, relative(run.folder, '.'));
  const named = run.inputs.files.map((path) => fromTop(top, resolve(run.cwd, path)));
  const known = run.inputs.files.filter((_, at) => mayBeThere(files, named[at] ?? ''));
  if (known.length === 0) return undefined;
  const checkout = await realpath(await mkdtemp(join(run.env['RUNNER_TEMP'] ?? tmpdir(), 'trueup-base-')));
  try {
    const contents = contentsFor(host, top);
    await list(checkout, files, named, contents);
    await requireLinked(checkout, files, named);
    return await load({ checkout, cwd: join(checkout, run.folder), paths: known, files, contents });
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
}

function fromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}

/** A file, a link, or a folder with anything in it; the top is there. */
function isThere(files: Files, path: string): boolean {
  return path === '' || files.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`));
}

/** What a link leads to is known when all links are there. */
function mayBeThere(files: Files, path: string): boolean {
  return isThere(files, path) || isByLink(files, path);
}

/** Whether the path, or a folder on the way to it, is a link. */
function isByLink(files: Files, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, at) => isLink(files.get(parts.slice(0, at + 1).join('/'))));
}

function isLink(file: ListedEntry | undefined): boolean {
  return file?.mode === LINK;
}

/** A link that leads nowhere does not say that there was no configuration. */
async function requireLinked(checkout: string, files: Files, named: readonly string[]): Promise<void> {
  for (const path of named.filter((one) => isByLink(files, one))) {
    const isFound = await stat(join(checkout, path)).then(
      () => true,
      () => false,
    );
    if (!isFound)
      throw new HostError(200, `The link on the way to ${path} leads to no configuration in the base commit.`);
  }
}

type Contents = (path: string, file: ListedEntry) => Promise<Buffer>;

/** What the checkout of the run has unchanged needs no request. */
function contentsFor({ github, repository }: HostAccess, top: string): Contents {
  let read = 0;
  return async (path, file) => {
    const ours = isLink(file) ? undefined : await readFile(join(top, path)).catch(() => undefined);
    if (ours !== undefined && holds(file, ours)) return ours;
    read += 1;
    if (read > LIMITS.read || file.bytes > LIMITS.bytes) throw tooMuch();
    return contentOf(github, repository, file);
  };
}

/** Every file that an include can select, empty, and every link; of a large repository the YAML files alone. `.git` makes the folder a repository, so that includes reach as far. */
async function list(checkout: string, files: Files, named: readonly string[], contents: Contents): Promise<void> {
  const isSmall = files.size <= LIMITS.listed;
  const listed = [...files].filter(
    ([path, file]) => isSmall || isLink(file) || YAML.test(path) || named.includes(path),
  );
  const links = listed.filter(([, file]) => isLink(file));
  if (listed.length > LIMITS.listed || links.length > LIMITS.links) throw tooMuch();
  await mkdir(join(checkout, '.git'));
  const folders = new Set(listed.map(([path]) => dirname(join(checkout, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const [path, file] of listed) {
    if (!isLink(file)) await writeFile(join(checkout, path), '');
    else await linkInside(checkout, path, (await contents(path, file)).toString());
  }
}

/** One that leads out of the repository is left out: what it leads to is on this machine and in no commit. */
async function linkInside(checkout: string, path: string, target: string): Promise<void> {
  const leads = normalize(join(dirname(path), target).split(sep).join('/'));
  if (target.startsWith('/') || leads === '..' || leads.startsWith('../')) return;
  await symlink(target, join(checkout, path));
}

interface Loading {
  readonly checkout: string;
  readonly cwd: string;
  readonly paths: readonly string[];
  readonly files: Files;
  readonly contents: Contents;
}

/** Each round fills the files that the one before has found, until none is found that is still empty. */
async function load({ checkout, cwd, paths, files, contents }: Loading): Promise<Project> {
  const filled = new Set<string>();
  for (;;) {
    const project = await loadProject(paths, { cwd });
    const found = project.files.map(({ realPath = '' }) => fromTop(checkout, realPath));
    const empty = found.filter((path) => !filled.has(path));
    if (empty.length === 0) return project;
    for (const path of empty) {
      filled.add(path);
      const file = files.get(path);
      if (file !== undefined) await writeFile(join(checkout, path), await contents(path, file));
    }
  }
}

function tooMuch(): HostError {
  return new HostError(200, 'The configuration of the base commit is too large to be compared.');
}
