/** The configurations of another commit: loaded as from a checkout of it, of which only what they name is there. */

import { mkdtemp, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { contentOf, entriesOf, type HostCommit, hasContent, holds } from '../github/tree.ts';
import { type BaseProject, fill, load } from './base-checkout.ts';
import type { HostAccess } from './host-access.ts';
import type { Inputs } from './inputs.ts';
import { insideOf, realPathOf } from './inside.ts';
import { type Contents, fromTop, isLink, mayBeThere, tooMuch } from './listed-files.ts';

/** Files and links that are read from the host, and the bytes of each. */
const LIMITS = { read: 500, bytes: 10_000_000 } as const;

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
        await fill(
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
