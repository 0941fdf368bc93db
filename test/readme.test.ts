import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startService } from '../src/service/index.ts';

const ENTRIES: Readonly<Record<string, string>> = { trueup: 'src/index.ts', 'trueup/client': 'src/client/index.ts' };

test('the samples of the library run with the configuration of the tour', async () => {
  const readme = await readFile('README.md', 'utf8');
  const [configuration = ''] = blocksOf(readme, 'yaml');
  const [reconcile = '', call = ''] = blocksOf(readme, 'ts');
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

function blocksOf(page: string, language: string): readonly string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text);
}

function closing<T extends { close(): Promise<void> }>(service: T): T & AsyncDisposable {
  return Object.assign(service, { [Symbol.asyncDispose]: () => service.close() });
}
