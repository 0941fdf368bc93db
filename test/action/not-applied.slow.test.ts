/** Tests that apply only reports the plan and its digest for a commit without a record. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { declareNumbers, labelsOf } from './numbers.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const issues = () => repository.standIn.state.issues;

test('a direct push opens an issue, the next updates it, and an apply closes it', async () => {
  await declareNumbers(repository, { points: 'Points' });
  const first = await repository.pushToMain();
  expect(first).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(first.annotations).toContainEqual(expect.stringContaining('::error title=record-missing::'));
  expect(issues()).toMatchObject([{ title: 'Not applied: sandbox', state: 'open' }]);
  expect(issues()[0]?.body).toContain(first.outputs['digest']);
  expect(issues()[0]?.body).toContain('property:contacts/points');

  await declareNumbers(repository, { points: 'Points', visits: 'Visits' });
  const { code, outputs, log, summary } = await repository.pushToMain();
  const digest = outputs['digest'] ?? '';
  expect([code, issues().length]).toEqual([6, 1]);
  for (const told of [log, summary, issues()[0]?.body]) expect(told).toContain(`digest: ${digest}`);
  expect(issues()[0]?.body).not.toContain(first.outputs['digest']);
  expect(await repository.writes()).toEqual([]);

  expect(await repository.start({ digest: first.outputs['digest'] ?? '' })).toMatchObject({ code: 6 });
  expect(await repository.writes()).toEqual([]);
  expect(await repository.start({ digest })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points', visits: 'Visits' });
  expect(issues()).toMatchObject([{ state: 'closed' }]);
});

test('a direct push opens no issue if the input is false', async () => {
  await declareNumbers(repository, { points: 'Points' });
  expect(await repository.pushToMain({ issue: 'false' })).toMatchObject({ code: 6 });
  expect(issues()).toEqual([]);
});

test('the merge of a fork applies nothing, and its comment has the plan', async () => {
  await declareNumbers(repository, { points: 'Points' });
  expect(await repository.push(5, {}, 'mallory/schema')).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  const merged = await repository.merge(5);
  expect(merged).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual([]);
  expect(repository.comments(5)).toEqual([expect.stringContaining(`\`digest: ${merged.outputs['digest']}\``)]);
  expect(await repository.start({ digest: merged.outputs['digest'] ?? '' })).toMatchObject({ code: 0 });
});

test('a plan that would be refused anyway is shown without a digest', async () => {
  // The account has this property as a text.
  await declareNumbers(repository, { email: 'Address' });
  const pushed = await repository.pushToMain();
  expect(pushed).toMatchObject({ code: 6, outputs: { result: 'failed' } });
  const digest = pushed.outputs['digest'] ?? '';
  expect(digest).toMatch(/^[0-9a-f]{20}$/);
  for (const told of [pushed.log, pushed.summary, issues()[0]?.body]) {
    expect(told).toContain('property:contacts/email');
    expect(told).not.toContain(digest);
    expect(told).toContain('This plan cannot be applied as it is: 1 change blocked.');
  }
});

test('the digest of several accounts includes the account name', async () => {
  const { service, secrets } = repository;
  await service.addAccount({ hubId: 7007 });
  secrets['PRODUCTION_TOKEN'] = (await service.issueToken({ hubId: 7007, appId: 2001 })).accessToken;
  const account = (name: string, hubId: number) =>
    `  ${name}: { hubId: ${hubId}, baseUrl: "${service.url}", auth: { accessToken: "\${env.${name.toUpperCase()}_TOKEN}" } }\n`;
  const text = `version: 1\naccounts:\n${account('sandbox', 1001)}${account('production', 7007)}`;
  await repository.file('trueup.yaml', `${text}objects: { contacts: { groups: { loyalty: { displayName: A } } } }\n`);
  const pushed = await repository.pushToMain();
  expect(issues().map(({ title }) => title)).toEqual(['Not applied: sandbox', 'Not applied: production']);
  const digest = pushed.outputs['digest'] ?? '';
  for (const one of digest.split('\n')) expect(pushed.log).toContain(`digest: ${one}\n`);
  // A digest of one account applies only that account.
  const alone = await repository.start({ digest: digest.split('\n')[0] ?? '' });
  expect(alone.code).toBe(6);
  expect(await repository.writes()).toEqual(['createGroup']);
  expect(await repository.start({ digest: digest.replace('\n', ' ') })).toMatchObject({ code: 0 });
  expect(await repository.writes()).toEqual(['createGroup', 'createGroup']);
});

test('a direct push is applied if review is none', async () => {
  await declareNumbers(repository, { points: 'Points' });
  expect(await repository.pushToMain({ review: 'none' })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await labelsOf(repository)).toEqual({ points: 'Points' });
});
