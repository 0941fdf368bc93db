import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL, TOKEN as HOST_TOKEN } from '../github/stand-in/server.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const HOSTILE = '"</details> @everyone #1 ::error::x ##[error]x `` ``` <!-- trueup:plan --> <script>x</script>"';

describe('a pull request', () => {
  let repository: RepositoryUnderTest;
  beforeAll(async () => {
    repository = await aRepository();
  });
  afterAll(() => repository.close());

  test('from a fork has only its files checked, and passes as neutral', async () => {
    await repository.write({});
    repository.standIn.allow(HOST_TOKEN, {});
    const before = repository.standIn.requests.length;
    const ran = await repository.push(9, {}, 'mallory/schema');
    repository.standIn.allow(HOST_TOKEN, ALL);
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral', 'exit-code': '0' } });
    expect(ran.summary).toContain('Only the files were checked');
    expect(repository.standIn.requests.length).toBe(before);
    expect(await repository.service.calls()).toEqual([]);
  });

  test('from a fork with broken files fails with annotations on their lines', async () => {
    await writeFile(join(repository.workspace, 'trueup.yaml'), 'version: 1\nobjectz: {}\n');
    const ran = await repository.push(9, {}, 'mallory/schema');
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(ran.log).toMatch(/^::error file=trueup\.yaml,line=2,col=1,title=/m);
  });

  test('gets an escaped comment and log if its labels are hostile', async () => {
    await repository.write({ label: HOSTILE });
    const ran = await repository.push(2);
    expect(ran.code).toBe(0);
    const [body = ''] = repository.comments(2);
    const prose = body.replace(/^(`{3,})\n[\s\S]*?\n\1$/gm, '');
    expect(prose.match(/<details>/g)?.length).toBe(prose.match(/<\/details>/g)?.length);
    expect(prose).not.toMatch(/@everyone|<script/);
    const outside = ran.log.replace(/::stop-commands::([0-9a-f-]+)\n[\s\S]*?::\1::\n/g, '');
    expect(outside).not.toMatch(/everyone|^::error/m);
    for (const token of [HOST_TOKEN, 'trueup-dev-token']) {
      expect(ran.log).toContain(`::add-mask::${token}\n`);
      expect(ran.log).not.toMatch(new RegExp(`(?<!::add-mask::)${token}`));
    }
  });

  test('replaces the plan in its comment if a later plan fails', async () => {
    await repository.write({});
    await repository.push(3);
    expect(repository.comments(3)[0]).toMatch(/digest `[0-9a-f]{20}`/);
    await repository.write({ hubId: 7007 });
    const ran = await repository.push(3);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(repository.comments(3)).toEqual([expect.stringMatching(/^<!-- .*\n### plan of sandbox failed/)]);
    expect(repository.comments(3)[0]).not.toContain('digest');
    expect(repository.comments(3)[0]).toContain('wrong-account');
  });

  test.each([
    ['is no YAML', 'version: 1\nobjects: [contacts\n', 'yaml-', 3],
    ['declares what nobody knows', 'version: 1\nobjectz: {}\n', 'unknown-key', 2],
  ])('shows each finding in log, summary and comment if its configuration %s', async (_, text, code, line) => {
    await writeFile(join(repository.workspace, 'trueup.yaml'), text);
    const ran = await repository.push(6);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', 'exit-code': '3' } });
    expect(ran.annotations[0]).toMatch(new RegExp(`^::error file=trueup\\.yaml,line=${line},col=\\d+,title=${code}`));
    expect(ran.annotations.at(-1)).toMatch(/^::error title=config-invalid::The configuration has \d+ error/);
    for (const told of [ran.log, ran.summary, repository.comments(6)[0]]) expect(told).toContain(code);
    expect(repository.comments(6)).toEqual([expect.stringMatching(/^<!-- .*\n### plan of default failed/)]);
  });

  test('says which permission is missing when the comment cannot be written', async () => {
    await repository.write({});
    repository.standIn.allow(HOST_TOKEN, { ...ALL, 'pull-requests': 'read' });
    const ran = await repository.push(4);
    repository.standIn.allow(HOST_TOKEN, ALL);
    expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(ran.log).toContain('pull_requests=write');
  });
});

describe('the nightly look', () => {
  let repository: RepositoryUnderTest;
  beforeAll(async () => {
    repository = await aRepository();
    await repository.write({});
    await repository.push(1);
    await repository.merge(1);
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
    await repository.drift();
  });
  afterAll(() => repository.close());

  test('leaves the issue unchanged if it fails', async () => {
    const before = structuredClone(repository.standIn.state.issues);
    expect(before).toMatchObject([{ state: 'open' }]);
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Loyalty tier' });
    repository.service.faults.add({ do: 'status', endpoint: 'listProperties', status: 403, times: 'always' });
    expect(await repository.drift()).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    repository.service.faults.clear();
    expect(repository.standIn.state.issues).toEqual(before);
  });

  test('is refused for an unknown account and leaves the issues unchanged', async () => {
    const before = structuredClone(repository.standIn.state.issues);
    const ran = await repository.drift({ account: 'production' });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', 'exit-code': '3' } });
    expect(ran.log).toContain('::error title=config-invalid::');
    expect(repository.standIn.state.issues).toEqual(before);
  });

  test('keeps the issue open if the ledger is empty', async () => {
    expect(await repository.drift({ ledger: 'branch:elsewhere' })).toMatchObject({ code: 0 });
    expect(repository.standIn.state.issues).toMatchObject([{ state: 'open' }]);
    expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(repository.standIn.state.issues).toMatchObject([{ state: 'closed' }]);
  });

  test('saves its page where it is told to', async () => {
    const { outputs } = await repository.drift({ 'report-file': 'drift.html' });
    expect(await readFile(outputs['report-file'] ?? '', 'utf8')).toContain('<h1>Drift of sandbox (account 1001)</h1>');
  });
});
