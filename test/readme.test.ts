import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startService } from '../src/service/index.ts';
import { aShell } from './support/world.ts';

const ENTRIES: Readonly<Record<string, string>> = { trueup: 'src/index.ts', 'trueup/client': 'src/client/index.ts' };

test('the samples of the library run with the configuration of the tour', async () => {
  const [configuration = ''] = blocksOf(await readFile('docs/start.md', 'utf8'), 'yaml');
  const [short = ''] = blocksOf(await readFile('README.md', 'utf8'), 'ts');
  const [reconcile = '', call = ''] = blocksOf(await readFile('docs/library.md', 'utf8'), 'ts');
  expect(reconcile.replace(/^\/\/.*\n/m, '')).toBe(short);
  await using service = await startService().then(closing);
  const folder = await mkdtemp(join(tmpdir(), 'trueup-readme-'));
  await writeFile(join(folder, 'trueup.yaml'), configuration);
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: service.development.accessToken };
  const printed = async (sample: string, shown: string): Promise<unknown> => {
    const text = sample.replace(/(?<= from ')[^']+/g, (name) => pathToFileURL(ENTRIES[name] ?? name).href);
    await writeFile(join(folder, 'sample.mts'), `${text}\nconsole.log(JSON.stringify(${shown}));\n`);
    const { stdout } = await promisify(execFile)(process.execPath, ['sample.mts'], { cwd: folder, env });
    return JSON.parse(stdout);
  };
  expect(await printed(reconcile, 'result.summary.applied')).toBe(2);
  expect(await printed(call, "value.map(({ name }) => name).includes('loyaltytier')")).toBe(true);
});

const SEED = {
  accounts: [
    {
      hubId: 7007,
      privateAppTokens: [
        { token: 'pat-na1-bakery-admin', scopes: ['crm.schemas.contacts.read', 'crm.schemas.contacts.write'] },
      ],
      groups: [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty programme' }],
      properties: [
        {
          ...{ objectType: 'contacts', name: 'loyaltytier', label: 'Loyalty tier', groupName: 'loyalty' },
          ...{ type: 'enumeration', fieldType: 'select' },
          options: [
            { value: 'gold', label: 'Gold' },
            { value: 'silver', label: 'Silver' },
          ],
        },
      ],
    },
  ],
};
const ADDED = '          joined:\n            label: Joined on\n            type: date\n            fieldType: date\n';

test('the first plan of the README is what trueup prints', async () => {
  await using service = await startService({ seed: SEED }).then(closing);
  const shell = await aShell({
    env: { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'pat-na1-bakery-admin' },
  });
  await shell.run('init', 'crm');
  expect((await shell.run('-C', 'crm', 'plan')).stdout).toContain('Nothing to do');
  const file = join(shell.cwd, 'crm/schema/contacts.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/^.*value: silver.*\n/m, ADDED));
  const { stdout } = await shell.run('-C', 'crm', 'plan');
  const [, shown = ''] =
    /^ {4}\$ npx trueup -C crm plan\n((?: {4}.*\n|\n)+)/m.exec(await readFile('README.md', 'utf8')) ?? [];
  expect(wordsOf(stdout.replace(`, ${service.url}`, ''))).toContain(wordsOf(shown));
  const { stdout: applied } = await shell.run('-C', 'crm', 'apply', '--skip-blocked', '--auto-approve');
  expect(applied).toContain('1 applied');
});

/** Lines are wrapped at another width. */
function wordsOf(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}

function blocksOf(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
}

function closing<T extends { close(): Promise<void> }>(service: T): T & AsyncDisposable {
  return Object.assign(service, { [Symbol.asyncDispose]: () => service.close() });
}
