import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeAll(async () => {
  repository = await aRepository();
  const { service, secrets, workspace } = repository;
  await service.addAccount({ hubId: 7007 });
  secrets['PRODUCTION_TOKEN'] = (await service.issueToken({ hubId: 7007, appId: 2001 })).accessToken;
  const account = (name: string, hubId: number) =>
    `  ${name}: { hubId: ${hubId}, baseUrl: "${service.url}", auth: { accessToken: "\${env.${name.toUpperCase()}_TOKEN}" } }`;
  const text = `version: 1
accounts:
${account('sandbox', 1001)}
${account('production', 7007)}
policy: { rules: { description-required: warn } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          points: { label: Points, type: number, fieldType: number }
`;
  await writeFile(join(workspace, 'trueup.yaml'), text);
});
afterAll(() => repository.close());

test('two accounts have separate comments and named outputs, and share common annotations', async () => {
  const ran = await repository.push(1);
  expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true' } });
  expect(repository.comments(1)).toEqual([
    expect.stringContaining('### Plan for sandbox (account 1001)'),
    expect.stringContaining('### Plan for production (account 7007)'),
  ]);
  expect(ran.annotations).toEqual([
    expect.stringMatching(/^::warning file=trueup\.yaml,.*title=description-required::/),
  ]);
  expect(ran.outputs['digest']).toMatch(/^sandbox=[0-9a-f]{20}\nproduction=[0-9a-f]{20}$/);
  expect(ran.summary.match(/^### Plan for .*$/gm)).toHaveLength(2);
});

test('each account has its own files, and apply refuses one file for both', async () => {
  const { comments } = repository.standIn.state;
  const files = { 'plan-file': 'out/{account}.json', 'report-file': 'out/{account}.html' };
  const planned = await repository.push(1, files);
  const pages = planned.outputs['report-file']?.split('\n') ?? [];
  expect(pages).toEqual(['sandbox', 'production'].map((name) => join(repository.workspace, `out/${name}.html`)));
  const titles = pages.map(async (page) => /<h1>(.*)<\/h1>/.exec(await readFile(page, 'utf8'))?.[1]);
  expect(await Promise.all(titles)).toEqual(['Plan for sandbox (account 1001)', 'Plan for production (account 7007)']);
  for (const input of ['plan-file', 'report-file']) {
    const refused = await repository.applyAgain(1, { [input]: 'out/page', review: 'none' });
    expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(refused.log).toContain(`The input ${input} names one file for several accounts.`);
  }
  expect(await repository.writes()).toEqual([]);
  expect(comments).toHaveLength(2);
});

test('a failure in one account leaves the other unaffected, and a rerun completes it', async () => {
  repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  const merged = await repository.merge(1, { concurrency: '1', 'report-file': '{account}.html' });
  expect(merged).toMatchObject({ code: 4, outputs: { result: 'failed' } });
  expect(JSON.parse(merged.outputs['counts'] ?? '{}')).toMatchObject({
    sandbox: { applied: 1, failed: 1 },
    production: { applied: 2, failed: 0 },
  });
  const page = await readFile(join(repository.workspace, 'sandbox.html'), 'utf8');
  expect(page).toMatch(/<h1>Outcome<\/h1>[\s\S]*1 applied, 1 failed/);
  expect(repository.comments(1)).toEqual([
    expect.stringContaining('**Not everything was applied.**'),
    expect.stringContaining('**2 applied**'),
  ]);
  const before = (await repository.writes()).length;
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect((await repository.writes()).slice(before)).toEqual(['createProperty']);
  expect(repository.comments(1)[1]).toContain('**2 applied**');
});

test('a digest of another account, and an invalid digest, are refused', async () => {
  const digest = '0'.repeat(20);
  const stray = await repository.applyAgain(1, { digest: `staging=${digest}` });
  expect(stray).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(stray.log).toContain('The input digest names the account staging, which is not applied.');
  const none = await repository.applyAgain(1, { digest: 'sandbox=latest' });
  expect(none).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(none.log).toContain('a digest has 20 hex digits');
});
