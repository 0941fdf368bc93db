/** The files of a pull request use the variables that the workflow lists, each in its place, and no other of the job. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

/** Variables of a job that trueup must not read. */
const JOB = {
  AWS_SESSION_TOKEN: 'a-token-of-the-cloud-1',
  NPM_TOKEN: 'a-token-of-the-registry-1',
  GITHUB_TOKEN: 'a-token-of-the-repository-1',
};
let repository: RepositoryUnderTest;

beforeEach(async () => {
  repository = await aRepository();
  Object.assign(repository.env, JOB, { TIER: 'Tier of the job' });
});

afterEach(() => repository.close());

const project = (change: (text: string) => string) =>
  writeFile(join(repository.workspace, 'trueup.yaml'), change(projectText(repository.service.url)));

test.each(
  Object.keys(JOB).flatMap(
    (name) =>
      [
        [
          name,
          'the address',
          (text: string) => text.replace(/baseUrl: .*/, `baseUrl: "https://\${env.${name}}.example"`),
        ],
        [name, 'a label', (text: string) => text.replace('Loyalty tier', `"\${env.${name}}"`)],
        [name, 'auth', (text: string) => text.replace('SANDBOX_TOKEN', name)],
      ] as const,
  ),
)('%s of the job in %s is refused, and shows up nowhere', async (name, _, change) => {
  await project(change);
  const ran = await repository.push(1, { 'plan-file': 'plan.json' });
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(ran.annotations.join('\n')).toMatch(new RegExp(`title=(env-not-listed|secret-outside-auth)::.*${name}`));
  expect(await repository.service.calls()).toEqual([]);
  const told = [
    ran.log.replace(/^::add-mask::.*$/gm, ''),
    ran.summary,
    JSON.stringify(repository.standIn.state.comments),
  ];
  for (const value of Object.values(JOB)) expect(told.join('\n')).not.toContain(value);
});

test('a credential in a label is refused by its name and by its value', async () => {
  for (const label of ['"${env.SANDBOX_TOKEN}"', 'trueup-dev-token']) {
    await repository.write({ label });
    const ran = await repository.push(1);
    expect(ran.code).toBe(3);
    expect(ran.annotations.join('\n')).toContain('title=secret-outside-auth::');
    expect(repository.comments(1).join()).not.toContain('trueup-dev-token');
  }
  expect(await repository.service.calls()).toEqual([]);
});

test('a listed variable is used, and the message for an unlisted variable names the input', async () => {
  await repository.write({ label: '"${env.TIER}"' });
  const refused = await repository.push(1);
  expect(refused.code).toBe(3);
  expect(refused.annotations).toEqual([
    expect.stringMatching(
      /^::error file=trueup\.yaml,line=15,col=21,title=env-not-listed::.*Add TIER to `environment`/,
    ),
    expect.stringContaining('title=config-invalid'),
  ]);
  const planned = await repository.push(1, { environment: 'TIER' });
  expect(planned.code).toBe(0);
  expect(repository.comments(1)[0]).toContain('Tier of the job');
});

test.each([
  ['a token of the workflow', { environment: 'GITHUB_TOKEN' }, 'environment: GITHUB_TOKEN belongs to the runner'],
  [
    'a token of the runner',
    { credentials: 'ACTIONS_RUNTIME_TOKEN=x' },
    'credentials: ACTIONS_RUNTIME_TOKEN belongs to the runner',
  ],
  ['an input', { environment: 'INPUT_GITHUB_TOKEN' }, 'environment: INPUT_GITHUB_TOKEN belongs to the runner'],
  ['a variable that is not set', { environment: 'TIER\nGONE' }, 'environment: the job has no variable GONE'],
  ['a name in both', { environment: 'SANDBOX_TOKEN' }, 'environment: SANDBOX_TOKEN is in credentials as well'],
  ['a secret that does not exist', { credentials: 'SANDBOX_TOKEN=' }, 'credentials: SANDBOX_TOKEN has no value'],
])('%s cannot be listed', async (_, inputs, message) => {
  await repository.write({});
  const ran = await repository.push(1, inputs);
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', 'exit-code': '3' } });
  expect(ran.annotations).toEqual([
    expect.stringContaining(`title=variables-refused::Variables were refused: ${message}`),
  ]);
  expect(await repository.service.calls()).toEqual([]);
});

test('a pull request from a fork passes as neutral if secrets are missing', async () => {
  await repository.write({ label: '"${env.TIER}"' });
  const inputs = { credentials: 'SANDBOX_TOKEN=', environment: 'TIER' };
  expect(await repository.push(1, inputs, 'mallory/schema')).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
});
