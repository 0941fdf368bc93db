import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeAll(async () => {
  repository = await aRepository({ folder: 'crm' });
  await repository.write({});
});
afterAll(() => repository.close());

/** The project in a folder, from the top of the repository, and no word about the ledger. */
const INPUTS = { 'working-directory': '.', files: 'crm/trueup.yaml', review: 'none' };
const at = (...parts: readonly string[]) => join(repository.workspace, ...parts);

test('the ledger is next to the first file by default', async () => {
  const ran = await repository.applyAgain(1, { ...INPUTS, ledger: '' });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(ran.log).toContain(`Ledger of sandbox: ${at('crm/.trueup/sandbox.ledger.json')}\n`);
  expect(await readdir(at('crm/.trueup'))).toEqual([
    ...['app@2001.history.ndjson', 'app@2001.ledger.json'],
    ...['sandbox.history.ndjson', 'sandbox.ledger.json'],
  ]);
});

test('refuses a ledger in the working directory before anything is sent, with both ways out', async () => {
  await rename(at('crm/.trueup'), at('.trueup'));
  const before = await repository.service.calls();
  const refused = await repository.applyAgain(1, { ...INPUTS, ledger: '' });
  expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(refused.log).toContain('::error title=ledger-elsewhere::');
  expect(refused.log).toContain(`move its files to ${at('crm/.trueup')}.`);
  expect(refused.log).toContain('Keep the ledger there with the input ledger: .trueup');
  expect(refused.log).not.toContain('--ledger');
  expect(await repository.service.calls()).toEqual(before);
  const named = await repository.applyAgain(1, { ...INPUTS, ledger: '.trueup' });
  expect(named).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
});
