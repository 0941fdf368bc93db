import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { CommanderError } from 'commander';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { buildProgram } from '../../src/cli/program.ts';
import type { World } from '../../src/cli/world.ts';
import { mention, splitHint } from '../../src/report/command.ts';
import { treatFix } from '../../src/report/fix-ways.ts';
import { adviceLines } from '../../src/report/text/hint.ts';
import { completed, type Typed } from '../../src/report/text/typed.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { PAGE } from '../findings/sections.ts';
import { aStyle } from '../support/builders.ts';
import { FIXES } from '../support/fixes.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const TIER = 'property:contacts/loyaltytier';
const TYPED: Typed = { npx: true, files: ["it's mine.yaml", 'schema'], account: 'pro duction', ledger: '$HOME' };

const READS_NONE = /^trueup (serve|init)$| --(help|version)$/;

/** Sample values of computed parts that are not addresses. */
const WORKED_OUT: Readonly<Record<string, readonly string[]>> = {
  '`host-change=${change.to}`': ['host-change=https://crm.example.com'],
  '...command': ['pull'],
  '...words': ['fleet', 'resume'],
  '...all': ['--object', 'cars', '--object', 'tickets'],
  '...given.flat()': ['--target', TIER, '--allow', `option-removal=${TIER}`, '--overwrite', TIER],
};

/** Words as a shell hands them to a program. */
function words(command: string): readonly string[] {
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' });
  return printed.split('\0').slice(0, -1);
}

/** Parses words and throws the errors of the real program. Runs nothing. */
async function parse(all: readonly string[]): Promise<void> {
  const world: World = {
    ...{ stdout: new PassThrough(), stderr: new PassThrough(), stdin: new PassThrough() },
    ...{ env: {}, cwd: '/', columns: 80, isTTY: { stdin: false, stdout: false, stderr: false }, now: () => 0 },
    ...{ elapsed: () => 0, every: () => () => undefined },
    ...{ onStop: () => () => undefined, stopNow: () => undefined, openBrowser: async () => false },
    setExitCode: () => undefined,
  };
  const program = buildProgram(createContext(world, new AbortController().signal), async () => undefined, false);
  await program.parseAsync(['node', ...all.slice(all.indexOf('trueup'))]).catch((error: unknown) => {
    // Commander throws this error after it showed help or version.
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  });
}

/** Calls of `mention` in the sources, with an address wherever a value is worked out. */
function mentioned(): readonly (readonly string[])[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'report/command.ts')
    .flatMap((path) => [...readFileSync(`src/${path}`, 'utf8').matchAll(/\bmention\(((?:[^()]|\(\))*)\)/g)])
    .map(([, args = '']) =>
      args.split(',').flatMap((arg) => /^\s*'(.*)'\s*$/.exec(arg)?.[1] ?? WORKED_OUT[arg.trim()] ?? [TIER]),
    );
}

/** Commands that docs/findings.md shows. */
function shown(): readonly string[] {
  return [...PAGE.matchAll(/`(trueup [^`]+)`/g)].map(([, command = '']) =>
    command.replace(/\bADDRESS\b/g, TIER).replace(/\bDIGEST\b/g, '0'.repeat(20)),
  );
}

describe('a command in a hint', () => {
  const commands = mentioned().map((args) => mention(...args).slice(1, -1));

  test('is found in the sources and in docs/findings.md', () => {
    expect(commands.length).toBeGreaterThan(8);
    expect(shown().length).toBeGreaterThan(15);
  });

  test.each([...new Set(commands)])('runs as printed: %s', async (command) => {
    const all = words(completed(command, TYPED));
    await parse(all.map((word) => (word === 'HUBID' ? '7007' : word)));
    const files = command.includes(' -f ') ? [] : ['-f', "it's mine.yaml", '-f', 'schema'];
    const account = command.includes(' --account ') ? [] : ['--account', 'pro duction'];
    // The accounts and the ledgers of a fleet are in its database.
    const ofOne = command.startsWith('trueup fleet ') ? [] : [...account, '--ledger', '$HOME'];
    const given = READS_NONE.test(command) ? [] : [...files, ...ofOne];
    expect(all).toEqual(['npx', ...words(command), ...given]);
  });

  test.each(
    FIXES.map((fix) => [fix.action, treatFix(fix).terminal] as const).filter(([, { by }]) => by !== 'configuration'),
  )('of the fix %s is taken by the program', async (_, way) => {
    if (way.by === 'configuration') throw new Error('not typed in a terminal');
    const given = way.words.map((word) => (word === 'HUBID' ? '7007' : word));
    await expect(parse(['trueup', ...(way.by === 'flags' ? ['apply'] : []), ...given])).resolves.toBeUndefined();
  });

  test.each([...new Set(shown())])('in docs/findings.md is accepted by the program: %s', async (command) => {
    await expect(parse(words(command))).resolves.toBeUndefined();
  });

  test('leaves existing flags and commands that ignore the configuration unchanged', () => {
    expect(completed('trueup plan --account sandbox -f a.yaml', TYPED)).toBe(
      "npx trueup plan --account sandbox -f a.yaml --ledger '$HOME'",
    );
    expect(completed('trueup serve', TYPED)).toBe('npx trueup serve');
  });

  test('stands on a line of its own, whole, and the prose around it is wrapped', () => {
    const hint = `Remove it there by hand if it is to go, then run: ${mention('ledger', 'forget', TIER)}. Or leave it.`;
    const style = aStyle({ width: 40, typed: { npx: true, files: ['schema'] } });
    expect(adviceLines({ hint }, style, { first: 'help: ', rest: '      ' })).toEqual([
      'help: Remove it there by hand if it is',
      '      to go, then run:',
      `      npx trueup ledger forget ${TIER} -f schema`,
      '      Or leave it.',
    ]);
  });

  test('quotes every word of any address for a shell', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1 }).filter((word) => !word.includes('\0')),
          { minLength: 1 },
        ),
        (all) => {
          const [part, ...rest] = splitHint(`Do: ${mention(...all)}`).slice(1);
          expect(rest).toEqual([]);
          expect(part?.as).toBe('command');
          expect(words(part?.text ?? '').slice(1)).toEqual(all);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('commands of hints against a running service', () => {
  let service: Service & { readonly url: string };
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  test('a printed command finds the configuration, the account and the ledger that were typed', async () => {
    const shell = await aShell({ env: { ...TOKEN, npm_command: 'exec' } });
    const flags = ['-f', 'my schema.yaml', '--account', 'sandbox', '--ledger', 'kept'];
    await shell.write('my schema.yaml', projectText(service.url));
    await shell.run('apply', '--auto-approve', ...flags);
    await shell.write('my schema.yaml', `${projectText(service.url).split('\nwebhooks:')[0]}\n`);
    const { stdout } = await shell.run('plan', ...flags);
    const [, command = ''] = /^ {8}(npx trueup ledger forget .*)$/m.exec(stdout) ?? [];
    expect(command).toMatch(/^npx trueup ledger forget \S+ -f 'my schema\.yaml' --account sandbox --ledger kept$/);
    const forgotten = await shell.run(...words(command).slice(2));
    expect(forgotten.code).toBe(0);
    expect((await shell.run('plan', ...flags)).stdout).not.toContain(command);
  });
});
