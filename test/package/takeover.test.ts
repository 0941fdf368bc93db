/** Runs the commands of the README that take over an account, with an account that other people created. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import type { Seed } from '../../src/service/index.ts';
import { aFolder, serve, write } from './installed.ts';
import { run } from './programs.ts';

const OBJECTS = ['contacts', 'companies', 'deals'];
const OF_EACH = 334;
const FORMS = [
  { type: 'string', fieldType: 'text', description: 'Why: "nobody" knows' },
  { type: 'number', fieldType: 'number' },
  { type: 'datetime', fieldType: 'date', label: '<b>yes & no</b>' },
  {
    type: 'enumeration',
    fieldType: 'select',
    options: ['yes', 'null', '#1'].map((value) => ({ value, label: value })),
  },
] as const;

const SEED: Seed = {
  accounts: [
    {
      hubId: 7007,
      privateAppTokens: [{ token: 'pat-na1-made-by-hand' }],
      groups: OBJECTS.map((objectType) => ({ objectType, name: 'made by hand', displayName: 'Made: by hand' })),
      properties: OBJECTS.flatMap((objectType) =>
        Array.from({ length: OF_EACH }, (_, index) => ({
          ...{ objectType, name: `field_${index}`, label: `Field ${index}`, groupName: 'made by hand' },
          ...(FORMS[index % FORMS.length] ?? FORMS[0]),
        })),
      ),
      eventDefinitions: [{ name: 'order_placed', properties: [{ name: 'total', label: 'Total', type: 'number' }] }],
    },
  ],
};

/** The first block of commands of the section. */
function commandsOf(readme: string): readonly string[] {
  const [, section = ''] = readme.split('\n## Start\n');
  const [block = ''] = /(?:^ {4}\S.*\n)+/m.exec(section) ?? [];
  return block.split('\n').flatMap((line) => (line === '' ? [] : [line.trim()]));
}

test('three commands adopt an account of a thousand properties with an empty plan', async () => {
  const place = await aFolder();
  await write(place, 'seed.yaml', stringify(SEED, { aliasDuplicateObjects: false }));
  const service = await serve(place, '--seed', 'seed.yaml');
  // Not below the folder of another install, where npm would find that.
  const cwd = await mkdtemp(join(tmpdir(), 'trueup-takeover-'));
  onTestFinished(async () => {
    await service.stop();
    await rm(cwd, { recursive: true });
  });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'pat-na1-made-by-hand' };
  const commands = commandsOf(await readFile('README.md', 'utf8'));
  expect(commands).toHaveLength(3);
  const printed: string[] = [];
  for (const command of commands) {
    // The tested package replaces the package from the registry.
    const line = command.replace(/^npm install trueup$/, `npm install ${inject('tarball')}`);
    const { code, stdout, stderr } = await run('sh', ['-c', line], { cwd, env });
    expect({ command, code }, stdout + stderr).toEqual({ command, code: 0 });
    printed.push(stdout);
  }
  expect(printed.at(-1)).toContain('Nothing to do');
  const folder = join(cwd, 'crm', 'schema');
  const texts = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.join('').match(/^ +field_\d+:$/gm)).toHaveLength(OBJECTS.length * OF_EACH);
  expect(texts.join('')).toContain('order_placed:');
});
