/**
 * Loaded into the child before the program. Kills it with SIGKILL at its nth change on disk, counts the changes and
 * shortens waits. The environment sets the values, so the program stays unchanged.
 */

import promises, { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * `3 half`: the third change on disk writes half of its text. With `before` it writes nothing, with `after` everything.
 */
const [nth, how] = (process.env['CRASH_AT_DISK'] ?? '0 before').split(' ');
const patience = Number(process.env['CRASH_PATIENCE_MS'] ?? 0);
/** Letter for each change: a text can be half written, other changes are atomic. */
let changes = '';

async function step<T>(act: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> {
  changes += half === undefined ? 'w' : 't';
  if (changes.length !== Number(nth)) return act();
  if (how === 'half') await half?.();
  if (how === 'after') await act();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

const handle = await open(fileURLToPath(import.meta.url));
await handle.close();
const { appendFile, writeFile, truncate } = handle;
const { rename, unlink, link } = promises;

/** Handles share a prototype. Flushes are not steps: the system keeps the writes of a killed process. */
Object.assign(Object.getPrototypeOf(handle), {
  appendFile(this: typeof handle, text: string) {
    return step(
      () => appendFile.call(this, text),
      () => appendFile.call(this, text.slice(0, Math.floor(text.length / 2))),
    );
  },
  writeFile(this: typeof handle, text: string) {
    return step(
      () => writeFile.call(this, text),
      () => writeFile.call(this, text.slice(0, Math.floor(text.length / 2))),
    );
  },
  truncate(this: typeof handle, bytes: number) {
    return step(() => truncate.call(this, bytes));
  },
});
Object.assign(promises, {
  rename: (...names: Parameters<typeof rename>) => step(() => rename(...names)),
  unlink: (...names: Parameters<typeof unlink>) => step(() => unlink(...names)),
  link: (...names: Parameters<typeof link>) => step(() => link(...names)),
});
syncBuiltinESMExports();

/** Waits before a repetition pass quicker, so that a table of hundreds of faults takes minutes. */
const HASTE = 20;
const { setTimeout: later } = globalThis;
Object.assign(globalThis, {
  setTimeout: (act: () => void, ms?: number, ...rest: []) => later(act, (ms ?? 0) / HASTE, ...rest),
});

if (patience > 0) {
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, patience));
}

process.on('exit', () => {
  if (process.env['CRASH_COUNT'] !== undefined) process.stderr.write(`changes on disk: ${changes}\n`);
});
