/** Keys that are typed while a command goes on: one at a time, without Enter. */

import type { ReadStream } from 'node:tty';
import type { World } from '../world.ts';

export const CTRL_C = '\u0003';

/** Gives a function that lets the terminal be as it was. Does nothing where there is none. */
export function listenForKeys({ stdin, isTTY }: World, onKey: (key: string) => void): () => void {
  if (!isTTY.stdin) return () => undefined;
  const raw = (on: boolean) => {
    if (isTerminal(stdin)) stdin.setRawMode(on);
  };
  const onData = (data: Buffer | string) => {
    for (const key of data.toString()) onKey(key);
  };
  raw(true);
  stdin.on('data', onData);
  stdin.resume();
  return () => {
    stdin.off('data', onData);
    stdin.pause();
    raw(false);
  };
}

function isTerminal(stdin: World['stdin']): stdin is ReadStream {
  return 'setRawMode' in stdin;
}
