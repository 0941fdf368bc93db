import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../src/service/index.ts';
import { decideIn } from './support/consent.ts';
import { copyExample } from './support/project.ts';
import { aShell, type Shell } from './support/world.ts';

/** Numbers of changes that the commands of each example's README make, plan by plan. */
const EXAMPLES: Readonly<Record<string, readonly number[]>> = {
  starter: [4],
  complete: [24],
  // The second account finds the subscription of the app that both declare.
  'two-accounts': [3, 2],
  promotion: [4, 4],
};

let service: Service & { readonly url: string };

afterEach(() => service.close());

/** Starts the embedded service with the example's seed, if it has a seed. */
async function serveFor(example: string): Promise<void> {
  const [file] = (await readdir(`examples/${example}`)).filter((name) => name.startsWith('seed.'));
  const seed = file === undefined ? {} : JSON.parse(await readFile(`examples/${example}/${file}`, 'utf8'));
  service = await startService({ rateLimit: false, seed });
}

describe('the examples', () => {
  beforeEach(() => serveFor('two-accounts'));

  it('are all run here', async () => {
    const folders = (await readdir('examples', { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const withConfig = await Promise.all(
      folders.map(async ({ name }) => ((await readdir(`examples/${name}`)).includes('trueup.yaml') ? [name] : [])),
    );
    // The fleet example has a demo that CI runs.
    expect(withConfig.flat().toSorted()).toEqual([...Object.keys(EXAMPLES), 'fleet'].toSorted());
  });

  it('have the layout of fmt', async () => {
    const shell = await aShell();
    for (const example of [...Object.keys(EXAMPLES), 'fleet']) {
      const { code, stdout } = await shell.run('fmt', '--check', join(process.cwd(), 'examples', example));
      expect([example, code, stdout]).toEqual([example, 0, '']);
    }
  });

  it('name the schema for editors in the first line of each file', async () => {
    const files = (await readdir('examples', { recursive: true })).filter((path) => path.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(4);
    for (const path of files) {
      const [first = ''] = (await readFile(join('examples', path), 'utf8')).split('\n');
      const named = first.replace('# yaml-language-server: $schema=', '');
      expect([path, join('examples', path, '..', named)]).toEqual([path, join('schemas', 'trueup.schema.json')]);
    }
  });

  for (const [example, creates] of Object.entries(EXAMPLES)) {
    it(`${example}: the commands of its README plan the expected text, apply it, and leave nothing to do`, async () => {
      await service.close();
      await serveFor(example);
      const { shell, flags, ran } = await followed(example);
      const applied = ran.filter(({ words }) => words[0] === 'apply').map(({ stdout }) => stdout);
      expect(applied.map((text) => Number(/^(\d+) applied/m.exec(text)?.[1]))).toEqual(creates);
      const planned = ran.find(({ words }) => words[0] === 'plan' && words.includes('-o'));
      // The digest covers the address of the service, whose port is another one here each time.
      const shown = planned?.stdout
        .replaceAll(service.url, 'http://127.0.0.1:4010')
        .replace(/--digest [0-9a-f]{20}$/m, '--digest DIGEST');
      await expect(shown).toMatchFileSnapshot(`../examples/${example}/expected-plan.txt`);

      expect(await shell.run('validate', ...flags)).toMatchObject({
        code: 0,
        stderr: '',
      });
      const again = await shell.run('plan', ...flags, '--detailed-exitcode', '--quiet');
      expect(again).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
      expect((await shell.run('drift', ...flags, '--quiet')).code).toBe(0);
    });
  }

  it('promotion: production differs before it, and afterwards only by the option that it has for itself', async () => {
    await service.close();
    await serveFor('promotion');
    const { ran } = await followed('promotion');
    const texts = ran.filter(({ words }) => words[0] === 'compare').map(({ stdout }) => stdout);
    expect(texts.map((text) => /\d[^.]* the same\./.exec(text.replaceAll('\n', ' '))?.[0])).toEqual([
      '2 different, 2 only in sandbox, 28 the same.',
      '1 different, 31 the same.',
      '4 the same.',
    ]);
    expect(texts[1]).toContain('options  - partner  "Partner"');
    expect(texts[1]).not.toContain('label');
  });

  it('two-accounts: a protected account takes a saved plan or its typed id, nothing less', async () => {
    const production = await service.issueToken({ hubId: 7007, appId: 2002 });
    const shell = await aShell({
      env: {
        TRUEUP_BASE_URL: service.url,
        CLIENT_ID: 'trueup-production',
        CLIENT_SECRET: 'trueup-production-secret',
        PRODUCTION_REFRESH_TOKEN: production.refreshToken,
        APP_2001_KEY: 'trueup-dev-developer-key',
      },
    });
    await copyExample('two-accounts', shell.cwd);
    const words = ['apply', '--account', 'production', '--auto-approve'];
    const refused = await shell.run(...words);
    expect([refused.code, (await service.snapshot(7007)).subscriptions]).toEqual([3, []]);
    const confirmed = await shell.run(...words, '--confirm', '7007', '--quiet');
    expect(confirmed).toMatchObject({ code: 0, stdout: '3 applied.\n' });
  });
});

interface Ran {
  readonly words: readonly string[];
  readonly stdout: string;
}

interface Followed {
  readonly shell: Shell;
  /** Names the account of the last plan. */
  readonly flags: readonly string[];
  readonly ran: readonly Ran[];
}

/** Runs the commands of a README line by line. Each command must succeed. */
async function followed(example: string): Promise<Followed> {
  const env: Record<string, string> = {};
  const shell = await aShell({ env, openBrowser: (address) => decideIn(address, 'allow', 7007) });
  await copyExample(example, shell.cwd);
  const readme = await readFile(`examples/${example}/README.md`, 'utf8');
  const ran: Ran[] = [];
  for (const line of readme.match(/(?<=^ {4})\S.*$/gm) ?? []) {
    const [, file] = /^set -a; \. \.\/(\S+); set \+a/.exec(line) ?? [];
    if (file !== undefined) Object.assign(env, assigned(await readFile(join(shell.cwd, file), 'utf8')));
    if (/\bexport /.test(line)) {
      const values = assigned((line.split('export ')[1] ?? '').replaceAll(' ', '\n'));
      for (const [name, value] of Object.entries(values))
        env[name] = value.replace('http://127.0.0.1:4010', service.url);
    }
    if (!line.startsWith('npx trueup ') || line.includes(' serve')) continue;
    const words = commandOf(line, digestOf(ran));
    const { code, stdout, stderr } = await shell.run(...words);
    const [, expected = '0'] = /# exits with (\d)/.exec(line) ?? [];
    expect([line, code], stderr).toEqual([line, Number(expected)]);
    ran.push({ words, stdout });
  }
  const last = ran.findLast(({ words }) => words[0] === 'plan')?.words ?? [];
  const account = last.indexOf('--account');
  return { shell, flags: account < 0 ? [] : last.slice(account, account + 2), ran };
}

/** Adds auto-approval to an apply, because the test has no terminal. */
function commandOf(line: string, digest: string): readonly string[] {
  const words = line
    .replace(/\s+#.*$/, '')
    .replace('DIGEST', digest)
    .split(/\s+/)
    .slice(2);
  const asks = words[0] === 'apply' && !words.some((word) => word.endsWith('.plan.json'));
  return asks ? [...words, '--auto-approve'] : words;
}

function digestOf(ran: readonly Ran[]): string {
  return /--digest ([0-9a-f]{20})$/m.exec(ran.at(-1)?.stdout ?? '')?.[1] ?? '';
}

function assigned(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}
