import { readdir, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Service, startService } from '../src/service/index.ts';
import { copyExample } from './support/project.ts';
import { aShell, type Shell } from './support/world.ts';

/** Each example is run from its own folder, as its README says; what it needs to be told is here. */
const EXAMPLES: Readonly<Record<string, { readonly flags: readonly string[]; readonly creates: number }>> = {
  starter: { flags: [], creates: 4 },
  complete: { flags: [], creates: 18 },
  'two-accounts': { flags: ['--account', 'production'], creates: 3 },
};

let service: Service & { readonly url: string };

beforeEach(async () => {
  const seed = JSON.parse(await readFile('examples/two-accounts/seed.json', 'utf8'));
  service = await startService({ seed });
});
afterEach(() => service.close());

async function shellFor(example: string): Promise<Shell> {
  const { development } = service;
  const production = await service.issueToken({ hubId: 7007, appId: development.appId });
  const shell = await aShell({
    env: {
      TRUEUP_BASE_URL: service.url,
      TRUEUP_ACCESS_TOKEN: development.accessToken,
      SANDBOX_TOKEN: development.accessToken,
      CLIENT_ID: development.clientId,
      CLIENT_SECRET: development.clientSecret,
      PRODUCTION_REFRESH_TOKEN: production.refreshToken,
    },
  });
  await copyExample(example, shell.cwd);
  return shell;
}

describe('the examples', () => {
  it('are all run here', async () => {
    const folders = (await readdir('examples', { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const withConfig = await Promise.all(
      folders.map(async ({ name }) => ((await readdir(`examples/${name}`)).includes('trueup.yaml') ? [name] : [])),
    );
    expect(withConfig.flat().toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
  });

  for (const [example, { flags, creates }] of Object.entries(EXAMPLES)) {
    it(`${example}: validates, plans the expected text, applies, and has nothing left to do`, async () => {
      const shell = await shellFor(example);
      expect(await shell.run('validate', ...flags)).toMatchObject({ code: 0, stderr: '' });

      const plan = await shell.run('plan', ...flags, '-o', 'example.plan.json');
      expect(plan.code).toBe(0);
      // The digest covers the address of the service, whose port is another one here each time.
      const shown = plan.stdout
        .replaceAll(service.url, 'http://127.0.0.1:4010')
        .replace(/--digest [0-9a-f]{20}$/m, '--digest DIGEST');
      await expect(shown).toMatchFileSnapshot(`../examples/${example}/expected-plan.txt`);

      const applied = await shell.run('apply', 'example.plan.json', ...flags, '--quiet');
      expect(applied).toEqual({ code: 0, stdout: `${creates} applied.\n`, stderr: '' });
      const again = await shell.run('plan', ...flags, '--detailed-exitcode', '--quiet');
      expect(again).toEqual({ code: 0, stdout: 'Nothing to do.\n', stderr: '' });
      const drift = await shell.run('drift', ...flags, '--quiet');
      expect(drift.code).toBe(0);
    });
  }

  it('two-accounts: a protected account takes a saved plan or its typed id, nothing less', async () => {
    const shell = await shellFor('two-accounts');
    const refused = await shell.run('apply', '--account', 'production', '--auto-approve');
    expect([refused.code, (await service.snapshot(7007)).subscriptions]).toEqual([3, []]);
    const confirmed = await shell.run(
      'apply',
      '--account',
      'production',
      '--auto-approve',
      '--confirm',
      '7007',
      '--quiet',
    );
    expect(confirmed).toMatchObject({ code: 0, stdout: '3 applied.\n' });
  });
});
