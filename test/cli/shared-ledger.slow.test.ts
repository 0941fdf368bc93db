import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, sandboxText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

let service: Service & { readonly url: string };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const LEDGER = ['--ledger', 'ledgers'];

test('a shared ledger folder stores the owner and refuses every other project', async () => {
  const shell = await aShell({ env: TOKEN });
  for (const folder of ['.git', 'a', 'b']) await mkdir(join(shell.cwd, folder));
  await shell.write('a/trueup.yaml', projectText(service.url));
  await shell.write(
    'b/trueup.yaml',
    `${sandboxText(service.url)}policy: { allow: ["limit-purge=association-limit:contacts/companies/SERVICE_DEFINED/279"] }\n`,
  );
  const of = (folder: string) => ['-f', `${folder}/trueup.yaml`];
  expect((await shell.run('apply', '--auto-approve', '--quiet', ...LEDGER, ...of('a'))).stdout).toBe('5 applied.\n');
  const before = await service.calls();
  for (const command of [['plan'], ['apply', '--auto-approve'], ['drift'], ['ledger', 'list']]) {
    const refused = await shell.run(...command, ...LEDGER, ...of('b'));
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(
      /ledgers.sandbox\.ledger\.json is the ledger of the project in a, not of the project in b\. \[ledger-foreign-project\]/,
    );
  }
  expect(await service.calls()).toEqual(before);
  expect((await shell.run('plan', '--quiet', ...LEDGER, ...of('a'))).stdout).toBe('Nothing to do.\n');
});

test('a ledger inside the configuration folder stores no project name', async () => {
  const shell = await aShell({ env: TOKEN });
  for (const folder of ['.git', 'a', 'b']) await mkdir(join(shell.cwd, folder));
  await shell.write('a/trueup.yaml', projectText(service.url));
  await shell.run('apply', '--auto-approve', '--ledger', 'a/state', '-f', 'a/trueup.yaml');
  const listed = await shell.run('ledger', 'list', '--json', '--ledger', 'a/state', '-f', 'a/trueup.yaml');
  expect(JSON.parse(listed.stdout)).not.toHaveProperty('project');
});
