/** A question whose input ends, through Ctrl-D or a closed terminal, is cancelled like with Ctrl-C; the prompts would wait forever. */

import type { Readable, Writable } from 'node:stream';
import type { Context } from './context.ts';
import { requirePrinted } from './printing.ts';

/** What a prompt works with. Questions go to stderr: stdout belongs to the report. */
export interface PromptStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborts when the command is stopped, and when the input ends. */
  readonly signal: AbortSignal;
}

export async function untilEnd<T>(
  { world: { stdin, stderr }, signal }: Pick<Context, 'world' | 'signal'>,
  ask: (streams: PromptStreams) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const end = () => ended.abort();
  const onKey = (_: unknown, key?: { readonly ctrl?: boolean; readonly name?: string }) => {
    if (key?.ctrl === true && key.name === 'd') end();
  };
  // A closed terminal causes an error at the next read.
  const endings = ['end', 'close', 'error'] as const;
  for (const name of endings) stdin.on(name, end);
  stdin.on('keypress', onKey);
  if (stdin.readableEnded || stdin.destroyed) end();
  try {
    return await ask({ input: stdin, output: stderr, signal: AbortSignal.any([signal, ended.signal]) });
  } finally {
    for (const name of endings) stdin.off(name, end);
    stdin.off('keypress', onKey);
  }
}

export type NoConsent = 'no' | 'interrupted';

/** Returns undefined for a yes. A question about output that could not be printed is not asked: throws UsageError. */
export async function askYes(context: Context, message: string): Promise<NoConsent | undefined> {
  await requirePrinted(context);
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await untilEnd(context, (streams) => confirm({ message, initialValue: false, ...streams }));
  if (isCancel(answer)) return 'interrupted';
  return answer ? undefined : 'no';
}
