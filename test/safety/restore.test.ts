import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const TIER = 'property:contacts/tier';
const CONSENT = ['--allow', `property-restore=${TIER}`] as const;
let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({ env: TOKEN });
  await shell.write(
    'trueup.yaml',
    `version: 1
accounts:
  sandbox: { hubId: 1001, surface: dated, baseUrl: "${service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier: { label: Tier, type: string, fieldType: text }
`,
  );
});
afterEach(() => service.close());

/** The existing one. */
const stored = async () =>
  ((await service.snapshot(1001)).properties['contacts'] ?? []).find(({ name }) => name === 'tier');

test('an archived property is drift and is restored with consent', async () => {
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const createdAt = (await stored())?.createdAt ?? 'none';
  const headers = { authorization: `Bearer ${TOKEN.SANDBOX_TOKEN}` };
  const archived = await fetch(`${service.url}/crm/properties/2026-09/0-1/tier`, { method: 'DELETE', headers });
  expect(archived.status).toBe(204);

  expect(await shell.json('drift')).toMatchObject({
    code: 2,
    document: {
      summary: { drifted: 1 },
      resources: [{}, { address: TIER, status: 'gone', changedAt: expect.any(String), reason: expect.any(String) }],
    },
  });
  expect((await shell.run('drift')).stdout).toContain('It is archived in the account: creating it again restores it');
  expect((await shell.run('ledger', 'adopt', TIER)).stderr).toContain('It is archived in the account.');

  for (const format of ['text', 'markdown', 'html']) {
    const { stdout } = await shell.run('plan', '--format', format);
    const said = stdout.replaceAll(/\s+/g, ' ').replaceAll('\\', '');
    expect(said, format).toMatch(
      /creating it restores the property that was archived at \S+ \S+ UTC, with its record values/,
    );
    if (format !== 'html') expect(said, format).toContain(`property-restore=${TIER}`);
  }
  const refused = await shell.run('apply', '--auto-approve');
  expect(refused.code).toBe(3);
  // The plan above it has the reason.
  expect(refused.stdout).toContain('creating it restores the property');
  expect(refused.stderr).toBe('error: Refused before any write: the plan above shows why, and what to do. [refused]\n');
  expect(await stored()).toBeUndefined();

  expect(await shell.json('apply', '--auto-approve', ...CONSENT)).toMatchObject({
    code: 0,
    document: { outcomes: [{ address: TIER, action: 'create', status: 'applied' }] },
  });
  expect(await stored()).toMatchObject({ createdAt, label: 'Tier' });
  expect((await shell.run('plan', '--detailed-exitcode')).code).toBe(0);
  expect((await shell.json('drift')).document).toMatchObject({ summary: { drifted: 0, inSync: 2 } });
});
