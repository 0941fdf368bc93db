import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL, TOKEN as HOST_TOKEN } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import { ALLOW } from './tier-project.ts';

const HOSTILE = '"</details> @everyone #1 ::error::x ##[error]x `` ``` <!-- trueup:plan --> <script>x</script>"';

describe('a pull request', () => {
  let repository: RepositoryUnderTest;
  beforeAll(async () => {
    repository = await aRepository();
  });
  afterAll(() => repository.close());

  test('from a fork has its files checked: no account is read, no token used, and nothing fails', async () => {
    await repository.write({});
    repository.standIn.allow(HOST_TOKEN, {});
    const before = repository.standIn.requests.length;
    const ran = await repository.push(9, {}, 'mallory/schema');
    repository.standIn.allow(HOST_TOKEN, ALL);
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'neutral', 'exit-code': '0' } });
    expect(ran.summary).toContain('only the files were checked');
    expect(repository.standIn.requests.length).toBe(before);
    expect(await repository.service.calls()).toEqual([]);
  });

  test('from a fork with broken files fails with annotations on their lines', async () => {
    await writeFile(join(repository.workspace, 'trueup.yaml'), 'version: 1\nobjectz: {}\n');
    const ran = await repository.push(9, {}, 'mallory/schema');
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(ran.log).toMatch(/^::error file=trueup\.yaml,line=2,col=1,title=/m);
  });

  test('with hostile labels gets a comment and a log that nothing breaks out of', async () => {
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

  test('whose plan fails loses the plan that its comment showed', async () => {
    await repository.write({});
    await repository.push(3);
    expect(repository.comments(3)[0]).toMatch(/digest=[0-9a-f]{20} /);
    await repository.write({ hubId: 7007 });
    const ran = await repository.push(3);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(repository.comments(3)).toEqual([expect.stringMatching(/digest=none .*\n### Plan for this account failed/)]);
    expect(repository.comments(3)[0]).toContain('wrong-account');
  });

  test.each([
    ['is no YAML', 'version: 1\nobjects: [contacts\n', 'yaml-', 3],
    ['declares what nobody knows', 'version: 1\nobjectz: {}\n', 'unknown-key', 2],
  ])(
    'whose configuration %s has each finding on its line, in the log, in the summary and in the comment',
    async (_, text, code, line) => {
      await writeFile(join(repository.workspace, 'trueup.yaml'), text);
      const ran = await repository.push(6);
      expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', 'exit-code': '3' } });
      expect(ran.annotations[0]).toMatch(new RegExp(`^::error file=trueup\\.yaml,line=${line},col=\\d+,title=${code}`));
      expect(ran.annotations.at(-1)).toMatch(/^::error title=config-invalid::The configuration has \d+ error/);
      for (const told of [ran.log, ran.summary, repository.comments(6)[0]]) expect(told).toContain(code);
      expect(repository.comments(6)).toEqual([
        expect.stringMatching(/ digest=none .*\n### Plan for this account failed/),
      ]);
    },
  );

  test('says which permission is missing when the comment cannot be written', async () => {
    await repository.write({});
    repository.standIn.allow(HOST_TOKEN, { ...ALL, 'pull-requests': 'read' });
    const ran = await repository.push(4);
    repository.standIn.allow(HOST_TOKEN, ALL);
    expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(ran.log).toContain('pull_requests=write');
  });

  test('saves its plan without secrets, and that plan stands for the review as well', async () => {
    await repository.write({});
    const planned = await repository.push(5, { 'plan-file': 'out/{account}.json', comment: 'false' });
    expect(planned.outputs['plan-file']).toBe(join(repository.workspace, 'out/sandbox.json'));
    expect(repository.comments(5)).toEqual([]);
    expect(await repository.merge(5, { comment: 'false' })).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(await repository.writes()).toEqual([]);
    const missing = await repository.applyAgain(5, { 'plan-file': 'out/elsewhere.json', comment: 'false' });
    expect([missing.code, missing.log]).toEqual([1, expect.stringContaining('::error title=plan-file-missing::')]);
    const applied = await repository.applyAgain(5, { 'plan-file': 'out/{account}.json', comment: 'false' });
    expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.writes()).toHaveLength(5);
  });
});

describe('a merge', () => {
  let repository: RepositoryUnderTest;
  beforeAll(async () => {
    repository = await aRepository();
  });
  afterAll(() => repository.close());

  test('of another plan than was reviewed writes nothing, shows the plan as it is, and running it again approves nothing', async () => {
    await repository.write({});
    const { outputs } = await repository.push(1);
    await repository.service.admin(1001).addGroup('contacts', { name: 'loyalty', displayName: 'By hand' });
    await repository.service.admin(1001).addProperty('contacts', {
      name: 'loyaltytier',
      label: 'By hand',
      groupName: 'loyalty',
      type: 'enumeration',
      fieldType: 'select',
      options: [{ value: 'gold', label: 'gold' }],
    });
    const merged = await repository.merge(1);
    expect(merged).toMatchObject({ code: 6, outputs: { result: 'failed', 'exit-code': '6' } });
    expect(repository.comments(1)).toEqual([expect.stringContaining('the plan no longer matches the reviewed plan')]);
    expect(repository.comments(1)[0]).toContain(`digest=${outputs['digest']} `);
    expect(repository.comments(1)[0]).toContain('"By hand" -> "Loyalty tier"');
    expect((await repository.applyAgain(1)).code).toBe(6);
    expect(await repository.writes()).toEqual([]);
    const approved = await repository.applyAgain(1, { digest: merged.outputs['digest'] ?? '' });
    expect(approved).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  });

  test('that is none yet applies nothing: a plan in an open pull request was not reviewed', async () => {
    await repository.write({ label: 'Not merged' });
    expect((await repository.push(6)).code).toBe(0);
    const before = await repository.writes();
    const ran = await repository.push(6, { command: 'apply' });
    expect(ran).toMatchObject({ code: 6, outputs: { result: 'failed' } });
    expect(ran.log).toContain('is not on main, the default branch');
    expect(await repository.writes()).toEqual(before);
  });

  test('that nobody reviewed writes nothing, unless the workflow says that nobody has to', async () => {
    await repository.write({ label: 'Never reviewed', isProtected: true });
    expect(await repository.applyAgain(17, { review: 'none' })).toMatchObject({ code: 3 });
    await repository.write({ label: 'Never reviewed' });
    const before = await repository.writes();
    const refused = await repository.merge(7);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(refused.log).toContain('No reviewed plan for sandbox was found');
    expect(await repository.writes()).toEqual(before);
    // What was pushed before protected the account: that is looser now, and has to be allowed as well.
    const looser = await repository.applyAgain(7, { review: 'none' });
    expect(looser).toMatchObject({ code: 3 });
    expect(looser.log).toContain('The account was protected.');
    expect(await repository.applyAgain(7, { review: 'none', ...ALLOW })).toMatchObject({ code: 0 });
  });

  test('of two pull requests at the same moment: the second waits for the first, and then each is what was reviewed', async () => {
    const both = await aRepository();
    const [onlyFirst, onlySecond, merged] = [['points'], ['visits'], ['points', 'visits']];
    await writeFile(join(both.workspace, 'trueup.yaml'), numbers(both.service.url, onlyFirst));
    await both.push(1);
    await writeFile(join(both.workspace, 'trueup.yaml'), numbers(both.service.url, onlySecond));
    await both.push(2);
    // Each job has its own checkout: the second merge holds the first.
    const checkouts = await Promise.all(
      [onlyFirst, merged].map(async (names) => {
        const workspace = await mkdtemp(join(tmpdir(), 'trueup-checkout-'));
        await writeFile(join(workspace, 'trueup.yaml'), numbers(both.service.url, names));
        return workspace;
      }),
    );
    both.service.faults.add({ do: 'latency', endpoint: 'createProperty', ms: 300 });
    const first = both.merge(1, {}, { workspace: checkouts[0] ?? '' });
    await both.calledOnce('createProperty', 0);
    const second = both.merge(2, {}, { workspace: checkouts[1] ?? '' });
    expect([(await first).code, (await second).code]).toEqual([0, 0]);
    expect(await both.writes()).toEqual(['createProperty', 'createProperty']);
    for (const pull of [1, 2]) {
      expect(both.comments(pull)).toEqual([expect.stringContaining('**1 applied**')]);
    }
    await both.close();
  });

  test('with another one at the same moment waits for the ledger and does nothing twice', async () => {
    await repository.write({ label: 'Merged twice' });
    // Main is as loose: a test before this one protected the account.
    repository.toMain(await repository.commit());
    await repository.push(8);
    const before = (await repository.writes()).length;
    repository.standIn.state.pulls.push({ number: 8, headSha: 'c0ffee', mergeSha: mergeSha(8) });
    const both = await Promise.all([repository.merge(8), repository.applyAgain(8)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect((await repository.writes()).length).toBe(before + 1);
    expect(repository.comments(8)).toHaveLength(1);
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

  test('that fails is no drift, and neither closes nor changes the issue', async () => {
    const before = structuredClone(repository.standIn.state.issues);
    expect(before).toMatchObject([{ state: 'open' }]);
    await repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Loyalty tier' });
    repository.service.faults.add({ do: 'status', endpoint: 'listProperties', status: 403, times: 'always' });
    expect(await repository.drift()).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    repository.service.faults.clear();
    expect(repository.standIn.state.issues).toEqual(before);
  });

  test('of an account that the files do not name is refused, and touches no issue', async () => {
    const before = structuredClone(repository.standIn.state.issues);
    const ran = await repository.drift({ account: 'production' });
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', 'exit-code': '3' } });
    expect(ran.log).toContain('::error title=config-invalid::');
    expect(repository.standIn.state.issues).toEqual(before);
  });

  test('without a ledger proves nothing healed', async () => {
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

/** A project of numbers in a group that the account has already. */
function numbers(url: string, names: readonly string[]): string {
  const properties = names.map((name) => `          ${name}: { label: ${name}, type: number, fieldType: number }`);
  return `${sandboxText(url)}objects:
  contacts:
    groups:
      contactinformation:
        properties:
${properties.join('\n')}
`;
}
