import { writeFile } from 'node:fs/promises';
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

test('two accounts have a comment each, one annotation for what they have in common, and outputs by their names', async () => {
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

test('what fails for one account stops no other, and running it again is about the one that failed', async () => {
  repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  const merged = await repository.merge(1, { concurrency: '1' });
  expect(merged).toMatchObject({ code: 4, outputs: { result: 'failed' } });
  expect(JSON.parse(merged.outputs['counts'] ?? '{}')).toMatchObject({
    sandbox: { applied: 1, failed: 1 },
    production: { applied: 2, failed: 0 },
  });
  expect(repository.comments(1)).toEqual([
    expect.stringContaining('**Not everything was applied.**'),
    expect.stringContaining('**2 applied**'),
  ]);
  const before = (await repository.writes()).length;
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect((await repository.writes()).slice(before)).toEqual(['createProperty']);
  expect(repository.comments(1)[1]).toContain('**2 applied**');
});

test('a digest of an account that is not applied is refused, and so is one that is none', async () => {
  const digest = '0'.repeat(20);
  const stray = await repository.applyAgain(1, { digest: `staging=${digest}` });
  expect(stray).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(stray.log).toContain('The input digest names the account staging, which is not applied.');
  const none = await repository.applyAgain(1, { digest: 'sandbox=latest' });
  expect(none).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(none.log).toContain('a digest has 20 hex digits');
});
