/** Tests that the Action never publishes a credential in the log, outputs, summary, files, comment or issue. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TOKEN } from '../support/project.ts';
import { aRepository, BRANCH, type RepositoryUnderTest } from './repository.ts';

const SECRET = TOKEN.SANDBOX_TOKEN;
let repository: RepositoryUnderTest;

beforeEach(async () => {
  repository = await aRepository();
});

afterEach(() => repository.close());

async function kept(): Promise<string> {
  const { standIn, workspace } = repository;
  const files = (await readdir(workspace)).filter((name) => !['.git', '.trueup', 'trueup.yaml'].includes(name));
  const texts = await Promise.all(files.map((name) => readFile(join(workspace, name), 'utf8')));
  return JSON.stringify([texts, standIn.state.comments, standIn.state.issues, standIn.git.files(BRANCH)]);
}

/** As it is, or as the marker of a comment has it. */
function holds(text: string): boolean {
  return text.includes(SECRET) || text.includes(SECRET.replaceAll('-', '%2D'));
}

/** Without the lines that tell the Git host what to keep out of the log. */
function shown(log: string): string {
  return log.replace(/^::add-mask::.*$/gm, '');
}

test('a credential that stands in the account is hidden in all that is written', async () => {
  await repository.write({});
  await repository.push(1);
  expect((await repository.merge(1)).code).toBe(0);
  await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: `Tier ${SECRET}` });
  const files = { 'plan-file': 'plan.json', 'report-file': 'page.html' };
  const planned = await repository.push(2, files);
  const drifted = await repository.drift({ 'report-file': 'drift.html' });
  for (const { log, outputs, summary, annotations } of [planned, drifted]) {
    expect(shown(log) + JSON.stringify(outputs) + summary + annotations.join()).not.toContain(SECRET);
  }
  expect(repository.comments(2).join()).toContain('Tier [secret]');
  expect(await kept()).not.toContain(SECRET);
});

test('a credential in a ledger or an input is masked in every output', async () => {
  await repository.write({});
  const ledger = { ledger: '.trueup' };
  await repository.push(1, ledger);
  expect((await repository.merge(1, ledger)).code).toBe(0);
  const file = join(repository.workspace, '.trueup', 'sandbox.ledger.json');
  // A record that cannot be read is shown as it was recorded.
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('"Order total"', `"Order ${SECRET}"`));
  const planned = await repository.push(2, { ...ledger, 'plan-file': 'plan.json', 'report-file': 'page.html' });
  const unknown = await repository.push(3, { ...ledger, account: `${SECRET}-2` });
  for (const { log, outputs, summary, annotations } of [planned, unknown]) {
    const told = [shown(log), JSON.stringify(outputs), summary, annotations.join()];
    expect(told.filter(holds)).toEqual([]);
    expect(told.filter((part) => /\[secret/.test(part)).length).toBeGreaterThan(1);
  }
  const { standIn, workspace } = repository;
  const comments = standIn.state.comments.map(({ body }) => body);
  const files = await Promise.all(['plan.json', 'page.html'].map((name) => readFile(join(workspace, name), 'utf8')));
  expect([...comments, ...files].map((part) => [holds(part), /\[secret/.test(part)])).toEqual(
    [...comments, ...files].map((_, index) => [false, index > 0]),
  );
});

test.each([
  ['names it', '"${env.SANDBOX_TOKEN}"'],
  ['names another that was handed in', '"${env.SECOND}"'],
  ['holds it', SECRET],
])('a label that %s is refused, and the comment says so without it', async (_, label) => {
  repository.secrets['SECOND'] = 'another-credential';
  await repository.write({ label });
  const planned = await repository.push(1);
  expect(planned).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(repository.comments(1)).toEqual([expect.stringContaining('`secret-outside-auth`')]);
  const { log, outputs, summary, annotations } = planned;
  const told = shown(log) + JSON.stringify(outputs) + summary + annotations.join() + (await kept());
  expect([told.includes(SECRET), told.includes('another-credential')]).toEqual([false, false]);
});

test('a Dependabot pull request is neutral, and is planned with its own secrets', async () => {
  await repository.write({});
  repository.env['GITHUB_ACTOR'] = 'dependabot[bot]';
  const without = await repository.push(1, { credentials: 'SANDBOX_TOKEN=' });
  expect(without).toMatchObject({ code: 0, outputs: { result: 'neutral', 'has-changes': 'false' } });
  expect(without.annotations).toContainEqual(
    expect.stringMatching(/^::warning title=secrets-missing::A run that Dependabot/),
  );
  expect(await repository.push(1)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  repository.env['GITHUB_ACTOR'] = 'ann';
  expect(await repository.push(1, { credentials: 'SANDBOX_TOKEN=' })).toMatchObject({ code: 3 });
});

test('settings among the credentials stay readable in the log', async () => {
  await repository.write({});
  const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
  await writeFile(join(repository.workspace, 'trueup.yaml'), text.replace(/accounts:[\s\S]*?(?=objects:)/, ''));
  const credentials = Object.entries({
    TRUEUP_BASE_URL: repository.service.url,
    TRUEUP_HUB_ID: '1001',
    TRUEUP_CLIENT_ID: 'trueup-dev',
    TRUEUP_CLIENT_SECRET: 'trueup-dev-secret',
    TRUEUP_REFRESH_TOKEN: 'trueup-dev-refresh',
  });
  const planned = await repository.push(1, { credentials: credentials.map((one) => one.join('=')).join('\n') });
  expect(planned).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  const masks = [...planned.log.matchAll(/^::add-mask::(.*)$/gm)].map(([, value]) => value);
  expect(masks).toEqual([
    'ghs_stand_in_token',
    'trueup-dev-secret',
    'trueup-dev-refresh',
    expect.stringMatching(/^access-/),
  ]);
});
