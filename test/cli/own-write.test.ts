/** Tests that drift and plan name no user for a change when trueup itself wrote the resource last. */

import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const PERSON = 'by user 50001001';
const UNKNOWN = 'by an unknown user at an unknown time';
const HALF_AN_HOUR = 1_800_000;

/** Starts a service whose clock is ahead, and applies a property of the account. */
async function applied(hold: boolean, ahead: number) {
  const clock = {
    now: () => Date.now() + ahead,
    elapsed: () => performance.now(),
    sleep: () => Promise.resolve(),
  };
  const service = await startService({ rateLimit: false, clock });
  const shell = await aShell({ env: TOKEN });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  const account = sandboxText(service.url, 'dated').replace('auth:', hold ? 'drift: hold, auth:' : '$&');
  const apply = async (description: string): Promise<void> => {
    const property = `{ label: Note, description: ${description}, type: string, fieldType: text }`;
    await shell.write(
      'trueup.yaml',
      `${account}objects:\n  contacts:\n    groups:\n      contactinformation:\n        properties:\n          note: ${property}\n`,
    );
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  };
  const rename = (label: string) => service.admin(1001).editProperty('contacts', 'note', { label });
  /** Returns who changed the property, as drift and a plan tell it. */
  const told = async (): Promise<readonly string[]> => {
    const texts = [await shell.run('drift'), await shell.run('plan')].map(({ stdout }) => stdout.replace(/\s+/g, ' '));
    return texts.flatMap(
      (text) => text.match(/(?<=changed )by (?:user \S+|an unknown user at an unknown time)/g) ?? [],
    );
  };
  await apply('one');
  return { shell, apply, rename, told };
}

test.each([0, HALF_AN_HOUR])('a held change keeps an unknown author after an apply, %i ms ahead', async (ahead) => {
  const { apply, rename, told } = await applied(true, ahead);
  await rename('Theirs');
  expect(await told()).toEqual([PERSON, PERSON]);
  await apply('two');
  expect(await told()).toEqual([UNKNOWN]);
  await rename('Theirs again');
  expect(await told()).toEqual([PERSON, PERSON]);
});

test('a change that a revert keeps has an unknown author', async () => {
  const { shell, apply, rename, told } = await applied(false, 0);
  await apply('two');
  await rename('Theirs');
  expect((await shell.run('revert', '--auto-approve')).code).toBe(0);
  expect(await told()).toEqual([UNKNOWN]);
});
