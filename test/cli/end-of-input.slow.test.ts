/** Tests of a question whose input ends. */

import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell, type Ran, type ShellOptions } from '../support/world.ts';

const CTRL_D = '\u0004';
let service: Service & { readonly url: string };

beforeEach(async () => {
  service = await startService();
});

afterEach(() => service.close());

/** Applies a project, then starts an apply that asks because it removes or adds an option. */
async function asked(terminal: NonNullable<ShellOptions['terminal']>, options: readonly string[]): Promise<Ran> {
  const shell = await aShell({ env: TOKEN, terminal });
  await shell.write('trueup.yaml', projectText(service.url));
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { options }));
  const before = await service.snapshot(1001);
  const ran = await shell.run('apply', '--allow', 'option-removal=property:contacts/loyaltytier');
  expect(await service.snapshot(1001)).toEqual(before);
  await rm(shell.cwd, { recursive: true });
  return ran;
}

const YES_NO = { question: 'these changes to sandbox?', options: ['gold', 'silver', 'bronze'] };
const TYPE_ID = { question: 'Type the account id', options: ['gold'] };

test.each([
  ['Ctrl-D at the yes/no question', YES_NO, { keys: CTRL_D }],
  ['Ctrl-D at the question for the account id', TYPE_ID, { keys: CTRL_D }],
  ['Ctrl-D behind a part of the account id', TYPE_ID, { keys: `10${CTRL_D}` }],
  ['a terminal that closes at the yes/no question', YES_NO, { keys: '', ends: true }],
  ['a terminal that closes at the question for the account id', TYPE_ID, { keys: '', ends: true }],
])('%s is an interruption: nothing is changed', async (_, { question, options }, typed) => {
  const { code, stderr } = await asked({ question, ...typed }, options);
  expect(code).toBe(130);
  expect(stderr).toMatch(/Nothing was changed\.\n$/);
});
