/** Watches the output: a reader that left is not an error; output that could not be printed is reported on stderr at the end of the run. */

import type { Writable } from 'node:stream';
import { UsageError } from '../errors.ts';
import type { Purpose } from './group-flags.ts';

export interface Printing {
  /** Text to stdout. */
  print(text: string): void;
  /** Called once the reader of stdout has left, as in `| head`: a command that goes on has nobody to tell. */
  onReaderGone(listener: () => void): void;
  /** Why some of it could not be written, after all of it was attempted; undefined if nothing was lost. */
  unprinted(): Promise<Error | undefined>;
}

export function watchPrinting(stdout: Writable): Printing {
  let failure: Error | undefined;
  const listeners: (() => void)[] = [];
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // As in `trueup plan | head`.
    if (error.code !== 'EPIPE') failure ??= error;
    else for (const listener of listeners) listener();
  });
  let last: Promise<void> = Promise.resolve();
  return {
    print: (text) => {
      const tried = Promise.withResolvers<void>();
      stdout.write(text, () => tried.resolve());
      last = tried.promise;
    },
    onReaderGone: (listener) => void listeners.push(listener),
    unprinted: async () => {
      await last;
      // A stream emits its error after it has answered the write.
      await new Promise((resolve) => setImmediate(resolve));
      return failure;
    },
  };
}

/** Before a step that requires that the output was seen. Throws UsageError if some of it was lost. */
export async function requirePrinted({ unprinted }: Pick<Printing, 'unprinted'>): Promise<void> {
  const cause = await unprinted();
  if (cause !== undefined) throw cannotPrint(cause, 'output');
}

export function cannotPrint(cause: Error, purpose: Purpose): UsageError {
  return new UsageError('cannot-print', `Could not write all output to stdout: ${cause.message}.`, {
    hint:
      purpose === 'output'
        ? 'Free some space or redirect stdout, and run it again.'
        : 'The changes are made, and the exit code reports the result. Do not run it again just for the output.',
    cause,
  });
}
