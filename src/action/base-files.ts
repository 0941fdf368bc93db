/** The configurations of another commit: loaded as from a checkout of it, of which only what they name is there. */

import { mkdir, mkdtemp, readFile, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { normalize } from 'node:path/posix';
import { HostError } from '../errors.ts';
import { contentOf, entriesOf, type HostCommit, hasContent, holds, LINK, type ListedEntry } from '../github/tree.ts';
import { loadProject, type Project } from '../index.ts';
import type { HostAccess } from './host-access.ts';
import type { Inputs } from './inputs.ts';
import { insideOf, realPathOf } from './inside.ts';

/** Files that are listed, files and links that are read from the host, and the bytes of each. */
const LIMITS = { listed: 20_000, read: 500, bytes: 10_000_000 } as const;

export const YAML = /\.ya?ml$/i;

type Files = ReadonlyMap<string, ListedEntry>;

export interface Place {
  readonly workspace: string;
  readonly cwd: string;
  readonly inputs: Pick<Inputs, 'files'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly checkout: { readonly top: string | undefined };
}

/** Paths are from the top of the repository, with slashes; the top itself is empty. */
export interface BaseFiles {
  /** Of every file and every link. */
  readonly paths: readonly string[];
  /** Where the run works. */
  readonly folder: string;
  /** Of a file. Throws HostError, as all here, where the host does not tell, or it is too much. */
  textOf(path: string): Promise<string>;
  /** What the same inputs find in these folders; nothing for a folder without a configuration. */
  projectsIn(folders: readonly string[]): Promise<readonly BaseProject[]>;
}

export interface BaseProject {
  readonly folder: string;
  readonly project: Project;
  /** Of its files. */
  readonly paths: readonly string[];
}

export async function baseFiles(run: Place, host: HostAccess, commit: HostCommit): Promise<BaseFiles> {
  const entries = await entriesOf(host.github, host.repository, { tree: commit.tree, recursive: true });
  const files = new Map([...entries].filter(([, entry]) => hasContent(entry)));
  const { top, cwd } = placeOf(run);
  const contents = contentsFor(host, top);
  const named = (folder: string) => run.inputs.files.map((path) => fromTop(top, resolve(top, folder, path)));
  return {
    paths: [...files.keys()],
    folder: fromTop(top, cwd),
    async textOf(path) {
      const file = files.get(path);
      return file === undefined || isLink(file) ? '' : (await contents(path, file)).toString();
    },
    async projectsIn(folders) {
      const there = folders.map((folder) => ({ folder, names: named(folder).filter((one) => mayBeThere(files, one)) }));
      const wanted = there.filter(({ names }) => names.length > 0);
      if (wanted.length === 0) return [];
      const checkout = await realpath(await mkdtemp(join(run.env['RUNNER_TEMP'] ?? tmpdir(), 'trueup-base-')));
      try {
        await list(
          checkout,
          files,
          wanted.flatMap(({ names }) => names),
          contents,
        );
        const found: BaseProject[] = [];
        const filled = new Set<string>();
        for (const one of wanted) found.push(await load({ ...one, checkout, files, contents, filled }));
        return found;
      } finally {
        await rm(checkout, { recursive: true, force: true });
      }
    },
  };
}

/** The folder of the checkout, and the working directory in it as it is written where no link leads there from outside. */
function placeOf({ workspace, cwd, checkout }: Place): { readonly top: string; readonly cwd: string } {
  const { top = realPathOf(workspace) } = checkout;
  const written = join(workspace, relative(realPathOf(workspace), top));
  return insideOf(written, cwd) ? { top: written, cwd } : { top, cwd: realPathOf(cwd) };
}

function fromTop(top: string, path: string): string {
  return relative(top, path).split(sep).join('/');
}

/** A file, a link, or a folder in which a search may find something. What a link leads to is known when all links are there. */
function mayBeThere(files: Files, path: string): boolean {
  return files.has(path) || isByLink(files, path) || [...files].some(([file, entry]) => isFoundIn(path, file, entry));
}

function isFoundIn(folder: string, file: string, entry: ListedEntry): boolean {
  const start = folder === '' ? '' : `${folder}/`;
  const folders = file.slice(start.length).split('/').slice(0, -1);
  if (!file.startsWith(start) || folders.some((name) => name.startsWith('.'))) return false;
  return YAML.test(file) || isLink(entry);
}

/** Whether the path, or a folder on the way to it, is a link. */
function isByLink(files: Files, path: string): boolean {
  const parts = path.split('/');
  return parts.some((_, at) => isLink(files.get(parts.slice(0, at + 1).join('/'))));
}

function isLink(file: ListedEntry | undefined): boolean {
  return file?.mode === LINK;
}

type Contents = (path: string, file: ListedEntry) => Promise<Buffer>;

/** What the checkout of the run has unchanged needs no request. */
function contentsFor({ github, repository }: HostAccess, top: string): Contents {
  let read = 0;
  return async (path, file) => {
    const at = join(top, path);
    const ours = await (isLink(file) ? readlink(at, 'buffer') : readFile(at)).catch(() => undefined);
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
  if (listed.length > LIMITS.listed) throw tooMuch();
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
  readonly folder: string;
  readonly names: readonly string[];
  readonly files: Files;
  readonly contents: Contents;
  /** Paths of the files whose content is there. */
  readonly filled: Set<string>;
}

/** Each round fills the files that the one before has found, until none is found that is still empty. */
async function load({ checkout, folder, names, files, contents, filled }: Loading): Promise<BaseProject> {
  for (const name of names.filter((one) => isByLink(files, one))) await requireLinked(checkout, name);
  for (;;) {
    const project = await loadProject(
      names.map((name) => join(checkout, name)),
      { cwd: join(checkout, folder) },
    );
    const paths = project.files.map(({ realPath = '' }) => fromTop(checkout, realPath));
    const empty = paths.filter((path) => !filled.has(path));
    if (empty.length === 0) return { folder, project, paths };
    for (const path of empty) {
      filled.add(path);
      const file = files.get(path);
      if (file !== undefined) await writeFile(join(checkout, path), await contents(path, file));
    }
  }
}

/** A link that leads nowhere does not say that there was no configuration. */
async function requireLinked(checkout: string, name: string): Promise<void> {
  const isFound = await stat(join(checkout, name)).then(
    () => true,
    () => false,
  );
  if (isFound) return;
  throw new HostError(200, `The link on the way to ${name} leads to no configuration in the base commit.`);
}

function tooMuch(): HostError {
  return new HostError(200, 'The configuration of the base commit is too large to be compared.');
}
