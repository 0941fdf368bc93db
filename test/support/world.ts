/** Runs the command line in this process with a new folder, streams in memory and an empty environment. */

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { StopSignal, World } from '../../src/cli/world.ts';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Shell {
  readonly cwd: string;
  /** Runs a command, given without the program's name. */
  run(...words: readonly string[]): Promise<Ran>;
  /** The JSON document that a command printed; throws when stdout holds anything else. */
  json(...words: readonly string[]): Promise<{ readonly code: number; readonly document: unknown }>;
  write(file: string, text: string): Promise<void>;
}

export interface ShellOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Handed what stderr has said so far. */
  readonly openBrowser?: (url: string, told: string) => Promise<boolean>;
  /** Handed a function that delivers a signal to the running command. */
  readonly signals?: (deliver: (signal: StopSignal) => void) => void;
  /**
   * Makes every stream a terminal at which a user types `keys` after `question`. With `ends`, the user then closes it.
   */
  readonly terminal?: {
    readonly question: string;
    readonly keys: string;
    readonly ends?: boolean;
    /** Runs while the question is open. */
    readonly before?: () => Promise<void>;
  };
  /** Called with what stdout was given, as it comes. */
  readonly watch?: (text: string) => void;
  /** Program to run instead of the source. */
  readonly program?: typeof main;
  /** Lets stdout take nothing, as on a full disk. */
  readonly full?: boolean;
}

export async function aShell(options: ShellOptions = {}): Promise<Shell> {
  const cwd = await mkdtemp(join(tmpdir(), 'trueup-cli-'));
  const run = async (...words: readonly string[]): Promise<Ran> => {
    const keys = new PassThrough();
    const { terminal } = options;
    let asked = false;
    const stdout = options.full === true ? full() : collector(options.watch);
    const stderr = collector(() => {
      if (asked || terminal === undefined || !stderr.text().includes(terminal.question)) return;
      asked = true;
      setImmediate(async () => {
        await terminal.before?.();
        if (terminal.ends === true) keys.end(terminal.keys);
        else keys.write(terminal.keys);
      });
    });
    let code = 0;
    await (options.program ?? main)(['node', 'trueup', ...words], {
      ...aWorld(cwd, options),
      ...(terminal === undefined ? {} : { stdin: keys, isTTY: { stdin: true, stdout: true, stderr: true } }),
      stdout: stdout.stream,
      stderr: stderr.stream,
      openBrowser: async (url) => (await options.openBrowser?.(url, stderr.text())) ?? false,
      setExitCode: (value) => {
        code = value;
      },
    });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  };
  return {
    cwd,
    run,
    json: async (...words) => {
      const { code, stdout } = await run(...words, '--json');
      const document: unknown = JSON.parse(stdout);
      return { code, document };
    },
    write: (file, text) => writeFile(join(cwd, file), text),
  };
}

function aWorld(cwd: string, options: ShellOptions): World {
  return {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    stdin: Readable.from([options.stdin ?? '']),
    env: options.env ?? {},
    cwd,
    isTTY: { stdin: false, stdout: false, stderr: false },
    columns: undefined,
    now: Date.now,
    elapsed: () => performance.now(),
    every: () => () => undefined,
    onStop: (handler) => {
      options.signals?.(handler);
      return () => undefined;
    },
    stopNow: () => undefined,
    openBrowser: async () => false,
    setExitCode: () => undefined,
  };
}

function collector(watch?: (text: string) => void) {
  const parts: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      parts.push(chunk.toString());
      watch?.(chunk.toString());
      done();
    },
  });
  return { stream, text: () => parts.join('') };
}

function full() {
  const stream = new Writable({
    autoDestroy: false,
    write: (_chunk, _encoding, done) =>
      done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })),
  });
  return { stream, text: () => '' };
}
