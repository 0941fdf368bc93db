/** A plan that overwrites held drift is not used up by an apply that leaves it, whichever way it is started. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aTierRepository, DISPATCH, type TierRepository } from './tier-project.ts';

const PATIENT = { timeout: 180_000 };
const TIER = 'property:contacts/tier';
const OVERWRITE = { overwrite: TIER };

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
  expect(await planned(1)).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  await changedByHand();
});
afterEach(() => repository.close());

async function planned(pull: number, inputs: Readonly<Record<string, string>> = {}) {
  await repository.declare({ include: 'strict' });
  const path = join(repository.workspace, 'trueup.yaml');
  const text = (await readFile(path, 'utf8')).replace('hubId:', 'drift: hold, hubId:');
  await writeFile(path, `${text}# Pull request ${pull}.\n`);
  return repository.push(pull, inputs, REPOSITORY, repository.head());
}

const changedByHand = () => repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });

const label = async () =>
  (await repository.service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'tier')?.label;

const started = (inputs: Readonly<Record<string, string>>) =>
  repository.job(repository.head(), { inputs: { command: 'apply', ...inputs }, event: DISPATCH });

test.each(['of the merge that waits', 'of a plan that nobody merged'])('by the digest %s', PATIENT, async (which) => {
  const { outputs } = await planned(2, OVERWRITE);
  const digest = outputs['digest'] ?? '';
  if (which.startsWith('of the merge')) await repository.mergedAs(2);
  const refused = await started({ digest });
  expect(refused).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(refused.log).toContain('title=reviewed-held');
  expect(await label()).toBe('By hand');
  expect(await started({ digest, ...OVERWRITE })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await label()).toBe('Tier');
  // Made by then: nothing is left of it.
  await changedByHand();
  expect(await started({ digest })).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
});

test('where an earlier plan made the same change', PATIENT, async () => {
  await planned(2, OVERWRITE);
  expect(await repository.merge(2, OVERWRITE)).toMatchObject({ code: 0 });
  await changedByHand();
  await planned(3, OVERWRITE);
  const refused = await repository.merge(3);
  expect(refused).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(refused.log).toContain('title=reviewed-held');
  expect(await repository.applyAgain(3, OVERWRITE)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await label()).toBe('Tier');
});

test('of two merges that wait, one with the input', PATIENT, async () => {
  await planned(2, OVERWRITE);
  repository.merged(2);
  await repository.mergedAs(2);
  await planned(3, OVERWRITE);
  expect(await repository.merge(3)).toMatchObject({ code: 6 });
  expect(await repository.applyAgain(3, OVERWRITE)).toMatchObject({ code: 0 });
  expect(await label()).toBe('Tier');
  await changedByHand();
  // Neither approves anything any more.
  expect(await repository.applyAgain(3)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  expect(await repository.applyAgain(3, OVERWRITE)).toMatchObject({ code: 6 });
});
