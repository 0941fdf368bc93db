/** What is merged and not yet applied is found behind many commits, and beyond them nothing is applied in silence. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };
const CUT = 'Only the newest 30 commits that touched files of the project were looked up';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await repository.write({ label: 'Reviewed' });
  expect(await repository.push(1)).toMatchObject({ code: 0 });
  await merged(1);
});
afterEach(() => repository.close());

function head(): string {
  return repository.standIn.git.refs.get('refs/heads/main') ?? '';
}

/** Without a job for it. */
async function merged(number: number): Promise<string> {
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex((pull) => pull.number === number);
  const found = pulls[at];
  const mergeSha = await repository.commit();
  repository.toMain(mergeSha);
  if (found !== undefined) pulls[at] = { ...found, mergeSha, mergedAt: later() };
  return mergeSha;
}

async function pushes(count: number, name: string): Promise<string> {
  for (let at = 1; at <= count; at += 1) {
    await repository.file(name, `version: 1 # ${at}\n`);
    repository.toMain(await repository.commit());
  }
  return head();
}

test('commits of other files are not looked up, also where the project lies at the top', async () => {
  const last = await pushes(40, 'notes.yaml');
  const ran = await repository.job(last, { inputs: { command: 'apply' }, event: PUSH });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('what removes a file is found behind commits of other files, also where nothing else was touched while it was there', async () => {
  const inputs = { files: '.' };
  const limit = 'association-limit:contacts/companies/USER_DEFINED/31';
  const limits = `associationLimits:
  - from: contacts
    to: companies
    limits: [{ category: USER_DEFINED, typeId: 31, maxToObjectIds: 1 }]
`;
  await repository.file('policy.yaml', `version: 1\npolicy: { allow: [{ risk: limit-purge, address: "${limit}" }] }\n`);
  expect(await repository.push(2, inputs, REPOSITORY, head())).toMatchObject({ code: 0 });
  expect(await repository.merge(2, inputs)).toMatchObject({ code: 0 });
  await repository.file('limits.yaml', `version: 1\n${limits}`);
  expect(await repository.push(3, inputs, REPOSITORY, head())).toMatchObject({ code: 0 });
  expect(await repository.merge(3, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await rm(join(repository.workspace, 'limits.yaml'));
  expect(await repository.push(4, inputs, REPOSITORY, head())).toMatchObject({
    code: 0,
    outputs: { destructive: '1' },
  });
  await merged(4);
  for (let at = 1; at <= 31; at += 1) repository.toMain(await repository.commit());
  const ran = await repository.job(head(), { inputs: { command: 'apply', ...inputs }, event: PUSH });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('nor those of other files outside of the working directory', async () => {
  await repository.write({ label: 'Reviewed too' });
  await repository.file('shared/a.yaml', 'version: 1\n');
  await repository.file('crm/trueup.yaml', 'version: 1\ninclude: [../trueup.yaml, ../shared/a.yaml]\n');
  const inputs = { 'working-directory': 'crm' };
  expect(await repository.push(2, inputs)).toMatchObject({ code: 0 });
  await merged(2);
  const last = await pushes(40, 'notes.yaml');
  const ran = await repository.job(last, { inputs: { command: 'apply', ...inputs }, event: PUSH });
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('behind too many commits of its own files it is not found: nothing is applied, and the reason is said', async () => {
  await repository.file('more/a.yaml', 'version: 1\n');
  const inputs = { files: 'trueup.yaml\nmore' };
  const last = await pushes(31, 'more/a.yaml');
  const ran = await repository.job(last, { inputs: { command: 'apply', ...inputs }, event: PUSH });
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(ran.log).toContain(CUT);
  expect(ran.summary).toContain(CUT);
  expect(await repository.writes()).toEqual([]);
  const planned = await repository.push(3, inputs);
  expect(planned).toMatchObject({ code: 3 });
  expect(planned.log).toContain('Which policies a merge has to keep is unknown');
  expect(repository.comments(3)[0]).toContain(CUT);
  expect(await repository.push(3, { ...inputs, 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
});
