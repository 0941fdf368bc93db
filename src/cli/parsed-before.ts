/**
 * Long files of a project as they were parsed by the last pull, in the cache folder of the person: with the same text they are not parsed
 * again, nor checked against the schema. Everything else of a pull is done each time. What cannot be used, or not be written, only makes it slower.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { loadFiles } from '../config/files/load.ts';
import { boundsOf } from '../config/files/project-bounds.ts';
import { parseText } from '../config/yaml/document.ts';
import { type KeptParsing, keptParsing, parsingAgain } from '../config/yaml/kept.ts';
import { documentOf } from '../config/yaml/source.ts';
import type { SourceFile } from '../model/project.ts';
import { makeFolder } from '../private-file.ts';
import { release } from '../report/version.ts';
import type { Load } from './project.ts';
import { savePrivately } from './save.ts';
import type { World } from './world.ts';

/** A shorter text is parsed nearly as quickly. */
const LONG = 2 ** 15;

export interface ParsedBefore {
  readonly load: Load;
  /** The files as they are now. */
  keep(files: readonly SourceFile[]): Promise<void>;
}

/** By the digest of the text. */
type Kept = Readonly<Record<string, KeptParsing>>;

/** `paths` of the project, as passed. */
export function parsedBefore(world: Pick<World, 'env' | 'cwd'>, paths: readonly string[]): ParsedBefore {
  const path = pathOf(world, paths);
  if (path === undefined) return { load: (some, options) => loadFiles(some, options, parseText), keep: async () => {} };
  let kept: Kept = {};
  return {
    load(some, options) {
      kept = read(path);
      return loadFiles(some, options, (file) => {
        const one = file.text.length < LONG ? undefined : kept[digestOf(file.text)];
        return (one && parsingAgain(file, one)) ?? parseText(file);
      });
    },
    async keep(files) {
      const long = files.filter(({ text }) => text.length >= LONG).map((file) => [digestOf(file.text), file] as const);
      const now: Kept = Object.fromEntries(
        long.flatMap(([digest, file]) => {
          const one = kept[digest] ?? keptParsing(documentOf(file));
          return one === undefined ? [] : [[digest, one] as const];
        }),
      );
      const digests = Object.keys(now);
      if (digests.length === Object.keys(kept).length && digests.every((one) => Object.hasOwn(kept, one))) return;
      await write(path, now);
    },
  };
}

/**
 * Undefined where there is no cache: in CI, where a new machine never reads it, and where it would be among the files of the project, since
 * whoever changes those could say there what they declare.
 */
function pathOf({ env, cwd }: Pick<World, 'env' | 'cwd'>, paths: readonly string[]): string | undefined {
  if (!['', '0', 'false'].includes(env['CI'] ?? '')) return undefined;
  const { XDG_CACHE_HOME: given = '', LOCALAPPDATA: local = '', HOME: home = '' } = env;
  const folder = [given, local, home && join(home, '.cache')].find((one) => isAbsolute(one));
  if (folder === undefined) return undefined;
  const all = paths.map((path) => resolve(cwd, path));
  const path = join(folder, 'trueup', 'parsed', `${digestOf(JSON.stringify([cwd, all]))}.json`);
  return boundsOf(all, cwd).contain(path) ? undefined : path;
}

/** Nothing unless all of it is as this version wrote it. */
function read(path: string): Kept {
  try {
    const text = readFileSync(path, 'utf8');
    const body = text.slice(text.indexOf('\n') + 1);
    return text === withHead(body) ? JSON.parse(body) : {};
  } catch {
    return {};
  }
}

async function write(path: string, kept: Kept): Promise<void> {
  try {
    await makeFolder(dirname(path));
    await savePrivately(path, withHead(JSON.stringify(kept)));
  } catch {
    // The next pull parses the files.
  }
}

function withHead(body: string): string {
  return `trueup.parsed/2 ${release().version} ${digestOf(body)}\n${body}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
