/** Completion at the prompts of real shells: keys go in, and what the shell then runs comes out. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { builtCli } from '../support/built.ts';
import { aShell, type Shell } from '../support/world.ts';

const PROGRAM = await builtCli();
const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

const CONFIG = `version: 1
accounts:
  sandbox: { hubId: 1001 }
  production: { hubId: 7007 }
objects:
  contacts:
    groups:
      loyalty:
        properties:
          loyaltytier: { label: Loyalty tier, type: string, fieldType: text }
`;

let shell: Shell;

/** A `trueup` that completes, and says how it was called otherwise. */
beforeEach(async () => {
  shell = await aShell();
  await shell.write('trueup.yaml', CONFIG);
  await mkdir(join(shell.cwd, 'bin'));
  const said = `printf 'RAN'; printf ' [%s]' "$@"; echo ' END'`;
  const script = `#!/bin/sh\nif [ "$1" = complete ]; then exec "${process.execPath}" "${PROGRAM}" "$@"; fi\n${said}\n`;
  await writeFile(join(shell.cwd, 'bin/trueup'), script);
  await chmod(join(shell.cwd, 'bin/trueup'), 0o755);
});

interface Prompt {
  readonly start: string;
  readonly before?: string;
}

const SHELLS: Readonly<Record<string, Prompt>> = {
  bash: { start: 'bash --norc --noprofile -i' },
  'bash with its completion package': { start: 'bash --norc --noprofile -i', before: `. ${BASH_COMPLETION}; ` },
  zsh: { start: 'zsh -f -i', before: 'autoload -U compinit; compinit -u -D; ' },
};

function isInstalled(name: string): boolean {
  const program = name.split(' ')[0] ?? '';
  const found = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
  return found && (!name.includes('package') || existsSync(BASH_COMPLETION));
}

/** Where the shell waits for keys. */
const PROMPT = /[$#%>] *$/;

/** What the shell ran after these keys, a tab and Enter. `shown`: what the tab adds. */
async function ranAfter(name: string, keys: string, shown: string): Promise<string> {
  const { start, before = '' } = SHELLS[name] ?? { start: '' };
  const script = join(shell.cwd, 'completion');
  // Started by npx, the tests would get a script that calls npx.
  const env = { ...process.env, npm_command: '' };
  await writeFile(script, execFileSync(process.execPath, [PROGRAM, 'completion', name.split(' ')[0] ?? ''], { env }));
  const child = spawn('script', ['-qec', start, '/dev/null'], {
    cwd: shell.cwd,
    signal: AbortSignal.timeout(25_000),
    env: {
      ...process.env,
      PATH: `${join(shell.cwd, 'bin')}${delimiter}${process.env['PATH']}`,
      TERM: 'dumb',
      PS1: '$ ',
    },
  });
  let told = '';
  let step = '';
  const steps = [
    { when: PROMPT, type: `${before}. ${script}; echo REA""DY\n` },
    { when: new RegExp(`READY[^]*${PROMPT.source}`), type: `${keys}\t` },
    { when: new RegExp(shown), type: '\n' },
    { when: / END/, type: 'exit\n' },
  ];
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
    step += chunk.toString();
    const [next] = steps;
    if (next === undefined || !next.when.test(stripVTControlCharacters(step).replaceAll('\r', ''))) return;
    steps.shift();
    step = '';
    child.stdin.write(next.type);
  });
  child.on('error', () => undefined);
  await new Promise((resolve) => child.once('close', resolve));
  return /RAN (.*) END/.exec(told)?.[1] ?? told;
}

for (const name of Object.keys(SHELLS)) {
  test.skipIf(!isInstalled(name))(
    `${name}: an address, which contains colons, after a flag`,
    { timeout: 60_000 },
    async () => {
      expect(await ranAfter(name, 'trueup plan --target property:contacts/loyaltyt', 'loyaltytier')).toBe(
        '[plan] [--target] [property:contacts/loyaltytier]',
      );
    },
  );

  test.skipIf(!isInstalled(name))(
    `${name}: the name of an account, and an address as an argument`,
    { timeout: 60_000 },
    async () => {
      expect(await ranAfter(name, 'trueup plan --account prod', 'production')).toBe('[plan] [--account] [production]');
      expect(await ranAfter(name, 'trueup explain property:', 'loyaltytier')).toBe(
        '[explain] [property:contacts/loyaltytier]',
      );
    },
  );
}

/** What fish offers for a line, of which the last word is not finished. */
async function offeredByFish(line: string): Promise<readonly string[]> {
  const script = join(shell.cwd, 'completion.fish');
  const env = { ...process.env, npm_command: '' };
  await writeFile(script, execFileSync(process.execPath, [PROGRAM, 'completion', 'fish'], { env }));
  const path = `${join(shell.cwd, 'bin')}${delimiter}${process.env['PATH']}`;
  const home = { HOME: shell.cwd, XDG_CONFIG_HOME: shell.cwd, XDG_DATA_HOME: shell.cwd };
  const told = execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C $argv[2]', script, line], {
    cwd: shell.cwd,
    env: { ...env, ...home, PATH: path },
    encoding: 'utf8',
  });
  return told.split('\n').flatMap((offer) => (offer === '' ? [] : [offer.split('\t')[0] ?? '']));
}

test.skipIf(!isInstalled('fish')).each([
  [
    'an address, which contains colons, after a flag',
    'trueup plan --target property:contacts/loyaltyt',
    ['property:contacts/loyaltytier'],
  ],
  ['the name of an account', 'trueup plan --account prod', ['production']],
  ['an address as an argument', 'trueup explain property:', ['property:contacts/loyaltytier']],
  ['a command', 'trueup comp', ['compare', 'completion']],
])('fish: %s', { timeout: 60_000 }, async (_, line, offered) => {
  expect(await offeredByFish(line)).toEqual(offered);
});
