/** Everything outside the program that a command uses, passed in, so that tests run commands in process. */

import type { Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface World {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly stdin: Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether each stream is a terminal. */
  readonly isTTY: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
  /** Of the terminal; undefined without one. */
  readonly columns: number | undefined;
  /** Milliseconds since the epoch, for displayed times. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations. */
  elapsed(): number;
  /** Calls the handler again and again until the returned function is called; does not keep the process alive. */
  every(ms: number, handler: () => void): () => void;
  /** Calls the handler for each SIGINT and SIGTERM until the returned function is called. */
  onStop(handler: (signal: StopSignal) => void): () => void;
  /** Exits immediately, as the signal would without a handler. */
  stopNow(signal: StopSignal): void;
  /** Resolves to false when no browser could be started. */
  openBrowser(url: string): Promise<boolean>;
  setExitCode(code: number): void;
}

/** Whether npx started the program: then `trueup` is not on the path, and suggested commands must use npx. */
export function throughNpx({ env }: Pick<World, 'env'>): boolean {
  return env['npm_command'] === 'exec';
}

export function processWorld(): World {
  return {
    // Reading a property opens its stream, which takes time.
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return heldStderr();
    },
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    cwd: process.cwd(),
    isTTY: {
      get stdin() {
        return isTerminal(process.stdin);
      },
      get stdout() {
        return process.stdout.isTTY === true;
      },
      get stderr() {
        return heldStderr().isTTY === true;
      },
    },
    get columns() {
      return process.stdout.columns ?? heldStderr().columns;
    },
    now: Date.now,
    elapsed: () => performance.now(),
    every,
    onStop,
    stopNow: (signal) => {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    },
    openBrowser,
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}

/** Ignores write errors: there is no other place to report them. */
function heldStderr(): typeof process.stderr {
  const { stderr } = process;
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => undefined);
  return stderr;
}

function every(ms: number, handler: () => void): () => void {
  const timer = setInterval(handler, ms);
  timer.unref();
  return () => clearInterval(timer);
}

function isTerminal(stream: Partial<ReadStream>): boolean {
  return stream.isTTY === true;
}

function onStop(handler: (signal: StopSignal) => void): () => void {
  process.on('SIGINT', handler);
  process.on('SIGTERM', handler);
  return () => {
    process.off('SIGINT', handler);
    process.off('SIGTERM', handler);
  };
}

/** The address is one argument of a program, never part of a shell line. */
async function openBrowser(url: string): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  const [program, args]: readonly [string, readonly string[]] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
