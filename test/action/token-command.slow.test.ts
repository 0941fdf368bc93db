/** Tests of credentials from a program: their use, their masking, their renewal and the errors of the program. */

import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const SECRET = TOKEN.SANDBOX_TOKEN;
const COMMAND = { credentials: '', 'token-command': 'SANDBOX_TOKEN=./token.mjs --for sandbox' };
let repository: RepositoryUnderTest;

beforeEach(async () => {
  repository = await aRepository();
  await repository.write({});
});

afterEach(() => repository.close());

async function program(text: string): Promise<void> {
  const path = join(repository.workspace, 'token.mjs');
  await writeFile(path, `#!/usr/bin/env node\nimport { appendFileSync } from 'node:fs';\n${text}\n`);
  await chmod(path, 0o755);
}

function runs(): Promise<string> {
  return readFile(join(repository.workspace, 'runs'), 'utf8').catch(() => '');
}

const NOTED = "appendFileSync('runs', process.argv.slice(2).join(' ') + '\\n');";

test('the output of the program is the masked token, and inputs are hidden from it', async () => {
  await program(`${NOTED}
if (Object.keys(process.env).some((name) => name.startsWith('INPUT_'))) process.exit(9);
console.log('${SECRET}');`);
  const planned = await repository.push(1, COMMAND);
  expect(planned).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(planned.log).toContain(`::add-mask::${SECRET}\n`);
  expect(planned.log.replace(/^::add-mask::.*$/gm, '')).not.toContain(SECRET);
  expect(await runs()).toBe('--for sandbox\n');
});

test('a token that the service refuses is asked for once more', async () => {
  await program(`${NOTED}\nconsole.log('${SECRET}');`);
  repository.service.faults.add({ do: 'status', endpoint: 'listDatedProperties', status: 401, times: 1 });
  expect(await repository.push(1, COMMAND)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await runs()).toBe('--for sandbox\n--for sandbox\n');
});

test.each([
  ['ends with an error', `console.log('${SECRET}'); process.exit(3);`, 'ended with exit code 3'],
  ['prints several lines', `console.log('${SECRET}\\n${SECRET}');`, 'did not print one line without blanks'],
  ['prints nothing', '', 'did not print one line without blanks'],
])('a program that %s ends the step, and nothing of its output is shown', async (_, text, what) => {
  await program(text);
  const planned = await repository.push(1, COMMAND);
  expect(planned).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(planned.annotations).toEqual([expect.stringMatching(/^::error title=token-command-failed::/)]);
  expect(planned.log).toContain(`The program in token-command for SANDBOX_TOKEN ${what}.`);
  expect(planned.log).not.toContain(SECRET);
  expect(await repository.service.calls()).toEqual([]);
});

test('a missing program fails, and shell syntax is not interpreted', async () => {
  const missing = await repository.push(1, { ...COMMAND, 'token-command': 'SANDBOX_TOKEN=./none' });
  expect(missing.log).toContain('could not be run (ENOENT)');
  const shell = await repository.push(1, { ...COMMAND, 'token-command': 'SANDBOX_TOKEN=echo a; touch runs' });
  expect(shell.log).toContain('did not print one line without blanks');
  expect(await runs()).toBe('');
});

test('a duplicate credential name is refused, and so is an entry that lacks a program', async () => {
  const twice = await repository.push(1, { 'token-command': COMMAND['token-command'] });
  expect(twice.log).toContain('The credential SANDBOX_TOKEN is given twice.');
  const bare = await repository.push(1, { ...COMMAND, 'token-command': 'SANDBOX_TOKEN=' });
  expect(bare.log).toContain('Invalid Action inputs: token-command: entry 1 is not NAME=PROGRAM');
});

test('a pull request from a fork runs no program', async () => {
  await program(`${NOTED}\nconsole.log('${SECRET}');`);
  expect(await repository.push(1, COMMAND, 'someone/fork')).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(await runs()).toBe('');
});
