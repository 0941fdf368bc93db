/** A folder that is new for an account keeps what the merges of the account's other folder have to keep. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { ALLOW, aTierRepository, type TierRepository } from './tier-project.ts';

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

const IN_B = { 'working-directory': 'b' };
const DROPPED = `objects:
  contacts:
    groups:
      contactinformation:
        properties:
          rank: { label: Rank, type: enumeration, fieldType: select, options: [{ value: a, label: a }] }
`;
const FULL = DROPPED.replace('label: a }]', 'label: a }, { value: b, label: b }]');

const plan = (pull: number, inputs: Readonly<Record<string, string>> = {}) =>
  repository.push(pull, { ...IN_B, ...inputs }, REPOSITORY, repository.head());

function accountText(isProtected: boolean): string {
  const text = sandboxText(repository.service.url);
  return isProtected ? text.replace('sandbox: {', 'sandbox: { protected: true,') : text;
}

const inB = (policy: string, objects: string, isProtected = false) =>
  repository.file('b/trueup.yaml', `${accountText(isProtected)}policy: ${policy}\n${objects}`);
const protectedAtTop = (isProtected: boolean) =>
  repository.file('trueup.yaml', `${accountText(isProtected)}objects: {}\n`);

test.each(['a pull request adds the folder', 'a push added the folder'])(
  'what nobody allowed in one folder is not allowed in another: %s',
  async (way) => {
    await protectedAtTop(true);
    expect(await repository.push(1, {}, REPOSITORY, repository.head())).toMatchObject({ code: 0 });
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    await protectedAtTop(false);
    repository.toMain(await repository.commit());
    if (way === 'a push added the folder') {
      await inB('{}', 'objects: {}\n');
      repository.toMain(await repository.commit());
    }
    await inB('{}', FULL);
    const refused = await plan(2);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(refused.log).toContain('protected');
    const before = await repository.writes();
    expect(await repository.merge(2, IN_B)).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual(before);
  },
);

test('somebody may allow it, and that holds for the folder from then on', async () => {
  await protectedAtTop(true);
  expect(await repository.push(1, {}, REPOSITORY, repository.head())).toMatchObject({ code: 0 });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  await protectedAtTop(false);
  repository.toMain(await repository.commit());
  await inB('{}', FULL);
  expect(await plan(2, ALLOW)).toMatchObject({ code: 0 });
  expect(await repository.merge(2, IN_B)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await inB('{}', FULL.replace('label: Rank', 'label: Level'));
  expect(await plan(3)).toMatchObject({ code: 0 });
  expect(await repository.merge(3, IN_B)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a stricter policy that waits in one folder counts in another, too', async () => {
  await repository.applied(1, { include: 'loose' });
  await repository.planned(2, { include: 'strict' });
  repository.merged(2);
  await repository.mergedAs(2);
  await repository.pushed({ include: 'loose' });
  await inB('{ allow: ["option-removal=property:contacts/tier"] }', FULL);
  expect(await plan(3)).toMatchObject({ code: 0 });
  expect(await repository.merge(3, IN_B)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await inB('{ allow: ["option-removal=property:contacts/tier"] }', DROPPED);
  expect(await plan(4)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
});

test('an apply of the other folder decides nothing about what a merge without a plan made stricter here', async () => {
  await repository.applied(1, { include: 'loose' });
  await inB('{}', 'objects: {}\n', true);
  await plan(2);
  // As from a fork: nobody saw a plan.
  repository.standIn.state.checks.splice(-1, 1);
  repository.merged(2);
  await repository.mergedAs(2);
  await inB('{}', 'objects: {}\n');
  repository.toMain(await repository.commit());
  await repository.applied(3, { include: 'strict' });
  await inB('{}', FULL);
  const refused = await plan(4);
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(refused.log).toContain('protected');
});
