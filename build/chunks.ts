/**
 * Puts the modules that a command loads into few files. Loading a file takes about 0.4 ms, and by default the bundler makes a separate
 * file for each set of modules that several commands share.
 */

import { join } from 'node:path';
import type { ModuleInfo } from 'rolldown';

interface Context {
  getModuleInfo(id: string): ModuleInfo | null;
}

interface Group {
  readonly name: (id: string, context: Context) => string | null;
}

const SOURCE = join(import.meta.dirname, '../src');
const LIBRARY = 'index.ts';

/** In order: what every command loads, what one without network access adds, what it adds for findings, what one that reads the account adds. */
const STEPS: readonly (readonly [name: string, module: string])[] = [
  ['start', 'cli/main.ts'],
  ['offline', 'cli/commands/validate.ts'],
  ['findings', 'report/text/findings.ts'],
  ['online', 'cli/commands/plan.ts'],
];

/** Modules that the library also loads are in separate files, so that it does not load the command line. A module is in its first group. */
export const CHUNKS: readonly Group[] = STEPS.flatMap(([name, module]) => [
  {
    name: (id: string, context: Context) =>
      needs(module, id, context) && needs(LIBRARY, id, context) ? `${name}-library` : null,
  },
  { name: (id: string, context: Context) => (needs(module, id, context) ? name : null) },
]);

const found = new Map<string, ReadonlySet<string>>();

/** Whether a source module imports the other one statically, directly or not. */
function needs(module: string, id: string, context: Context): boolean {
  const known = found.get(module) ?? imported(join(SOURCE, module), context);
  found.set(module, known);
  return known.has(id);
}

function imported(start: string, context: Context): ReadonlySet<string> {
  const all = new Set([start]);
  for (const id of all) for (const next of context.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  return all;
}
