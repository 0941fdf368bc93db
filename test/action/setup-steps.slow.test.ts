/** What the page about setting up the Action tells to do beyond the workflows: the token at the end, drift undone, an apply taken back. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: an interpolation of the configuration, not of this language

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { ALL, aTierRepository, type TierRepository } from './tier-project.ts';

const TIER = 'property:contacts/tier';

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

const tier = async () =>
  (await repository.service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'tier');

/** The files as on main, with a comment behind them. */
async function commented(pull: number) {
  await repository.declare({ include: 'strict' });
  await repository.file('strict.yaml', 'policy: {}\n# Undo what changed in the account.\n');
  return repository.push(pull, {}, REPOSITORY, repository.head());
}

test('the first merge without the write token does nothing, and its job is run again with it', {
  timeout: 180_000,
}, async () => {
  expect(await repository.planned(1, { include: 'strict' })).toMatchObject({ code: 0 });
  const without = await repository.merge(1, { credentials: 'SANDBOX_TOKEN=' });
  expect(without).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(without.log).toContain('title=variables-refused::');
  expect(await repository.writes()).toEqual([]);
  // The proofs of the page are made in between.
  expect(await repository.planned(2, { include: 'strict', label: '"${env.PATH}"' })).toMatchObject({ code: 3 });
  await repository.declare({ include: 'strict' });
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await tier()).toMatchObject({ label: 'Tier' });
});

test('a pull request that adds a comment to a file undoes drift', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'strict' });
  await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
  expect(await commented(2)).toMatchObject({ code: 0, outputs: { 'has-changes': 'true' } });
  expect(await repository.merge(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await tier()).toMatchObject({ label: 'Tier' });
});

test('where drift is held, only with the input overwrite in plan and apply', { timeout: 180_000 }, async () => {
  const held = async (pull: number, inputs: Readonly<Record<string, string>> = {}) => {
    await repository.declare({ include: 'strict' });
    const path = join(repository.workspace, 'trueup.yaml');
    const text = (await readFile(path, 'utf8')).replace('hubId:', 'drift: hold, hubId:');
    await writeFile(path, `${text}# Pull request ${pull}.\n`);
    return repository.push(pull, inputs, REPOSITORY, repository.head());
  };
  expect(await held(1)).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
  expect(await held(2)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  const overwrite = { overwrite: TIER };
  expect(await held(2, overwrite)).toMatchObject({ code: 0, outputs: { 'has-changes': 'true' } });
  const refused = await repository.merge(2);
  expect(refused).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(refused.log).toContain('title=reviewed-held');
  expect(await tier()).toMatchObject({ label: 'By hand' });
  expect(await repository.applyAgain(2, overwrite)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await tier()).toMatchObject({ label: 'Tier' });
  // Made and changed again since: a run without the input leaves it, and says no more than that.
  await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand again' });
  expect(await repository.applyAgain(2)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  expect(await tier()).toMatchObject({ label: 'By hand again' });
});

test('a consent in the files that is merged first lets the next pull request remove an option', {
  timeout: 180_000,
}, async () => {
  const fewer = ALL.slice(0, -1);
  await repository.applied(1, { include: 'strict' });
  const both = await repository.planned(2, { include: 'loose', options: fewer });
  expect([both.code, both.log]).toEqual([3, expect.stringContaining('only under a looser policy')]);
  await repository.applied(3, { include: 'loose' });
  expect(await repository.planned(4, { include: 'loose', options: fewer })).toMatchObject({ code: 0 });
  expect(await repository.merge(4)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect((await tier())?.options).toHaveLength(fewer.length);
});

test('the revert of a pull request sets fields back, and needs a consent for an option that was added', {
  timeout: 180_000,
}, async () => {
  await repository.applied(1, { include: 'strict' });
  await repository.applied(2, { include: 'strict', label: 'Level', options: [...ALL, 'iron'] });
  const refused = await repository.planned(3, { include: 'strict' });
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', blocked: '1' } });
  const consent = { allow: `option-removal=${TIER}` };
  expect(await repository.planned(3, { include: 'strict' }, consent)).toMatchObject({ code: 0 });
  // Without it in the workflow of apply as well, nothing is applied.
  const written = await repository.writes();
  const without = await repository.merge(3);
  expect(without.code).not.toBe(0);
  expect(await repository.writes()).toEqual(written);
  expect(await repository.applyAgain(3, consent)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await tier()).toMatchObject({ label: 'Tier' });
});
