import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DriftReport } from '../../src/index.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { comparable } from '../laws/holdings.ts';
import { aShell, type Shell } from '../support/world.ts';

const HUB = 1001;
const LEDGER = '.trueup/sandbox.ledger.json';

let dataDir: string;
let service: Service & { readonly url: string };
let shell: Shell;

/** Written against the documented surface; only the surface of the account changes later, and the host where the service moved to. */
const project = (surface: 'documented' | 'dated', drift = 'revert') => `version: 1
accounts:
  sandbox:
    hubId: ${HUB}
    baseUrl: \${env.URL}
    surface: ${surface}
    drift: ${drift}
    auth: { accessToken: "\${env.SANDBOX_TOKEN}" }
apps: { "2001": { developerKey: "\${env.DEVELOPER_KEY}" } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          tier:
            label: Tier
            type: enumeration
            fieldType: select
            options: [{ value: gold, label: Gold }, { value: silver, label: Silver }]
          since: { label: Since, type: date, fieldType: date }
  companies:
    groups:
      companyinformation:
        properties: { start: { label: Start, type: date, fieldType: date } }
webhooks:
  - appId: 2001
    subscriptions: [{ eventType: contact.propertyChange, propertyName: tier, active: true }]
eventDefinitions:
  order_placed:
    properties: { total: { label: Total, type: number } }
associationLimits:
  - from: contacts
    to: companies
    limits: [{ category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 5 }]
`;

const ADDRESSES = [
  'association-limit:contacts/companies/SERVICE_DEFINED/279',
  'event-definition-property:order_placed/total',
  'property-group:contacts/loyalty',
  'property:contacts/tier',
  'webhook-subscription:2001/contact.propertyChange/tier',
];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trueup-switch-'));
  service = await startService({ port: 0, dataDir });
  const { privateAppToken, developerKey } = service.development;
  shell = await aShell({
    env: { SANDBOX_TOKEN: privateAppToken, DEVELOPER_KEY: developerKey, URL: service.url },
  });
});
afterEach(() => service.close());

/** The same account on the day after the last announced end, at the same address. */
async function afterTheSunset(): Promise<void> {
  const port = Number(new URL(service.url).port);
  await service.close();
  service = await startService({ port, dataDir, sunset: true });
}

/** In the account's own pages; what those of the embedded service lack is a call of another program. */
async function colleagueEdits(): Promise<void> {
  const admin = service.admin(HUB);
  await admin.editGroup('contacts', 'loyalty', { displayName: 'Loyalty' });
  await admin.editProperty('contacts', 'tier', { label: 'Level' });
  const [subscription] = (await service.snapshot(HUB)).subscriptions;
  await admin.editSubscription(subscription?.id ?? '', { active: false });
  await admin.setLimit({ from: 'contacts', to: 'companies', category: 'SERVICE_DEFINED', typeId: 279 }, 50);
  const reply = await fetch(`${service.url}/events/2026-03/event-definitions/order_placed/property/total`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.development.privateAppToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'Sum' }),
  });
  expect(reply.ok).toBe(true);
}

async function drifted(): Promise<readonly string[]> {
  const { code, document } = await shell.json('drift');
  const { resources } = document as DriftReport;
  const found = resources.filter(({ status }) => status !== 'in-sync').map(({ address }) => address);
  expect(code).toBe(found.length === 0 ? 0 : 2);
  return found.toSorted();
}

test('a project applied on documented goes on with dated after the sunset', async () => {
  await shell.write('trueup.yaml', project('documented'));
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  const ledger = await readFile(join(shell.cwd, LEDGER), 'utf8');
  await afterTheSunset();
  expect(await shell.json('plan')).toMatchObject({
    code: 1,
    document: {
      complete: false,
      summary: { create: 0, update: 0 },
      findings: expect.arrayContaining([expect.objectContaining({ code: 'surface-gone' })]),
    },
  });

  await shell.write('trueup.yaml', project('dated'));
  const plan = await shell.run('plan');
  expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining('Nothing to do: 7 unchanged.')]);
  expect(await drifted()).toEqual([]);
  expect(await readFile(join(shell.cwd, LEDGER), 'utf8')).toBe(ledger);

  const before = comparable(await service.snapshot(HUB));
  await colleagueEdits();
  await service.admin(HUB).addOption('contacts', 'tier', { value: 'partner', label: 'Partner' });
  expect(await drifted()).toEqual(ADDRESSES);
  const seen = await shell.json('plan');
  expect(seen).toMatchObject({ code: 0, document: { summary: { update: 5, create: 0, remove: 0, blocked: 0 } } });
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  expect(await drifted()).toEqual([]);
  const after = comparable(await service.snapshot(HUB));
  const tier = 'property:contacts/tier';
  expect({ ...after, [tier]: undefined }).toEqual({ ...before, [tier]: undefined });
  expect(after[tier]).toMatchObject({
    label: 'Tier',
    options: [{ value: 'gold' }, { value: 'silver' }, { value: 'partner' }],
  });

  await shell.write('trueup.yaml', project('dated', 'hold'));
  await colleagueEdits();
  const held = await shell.json('plan');
  expect(held).toMatchObject({ document: { summary: { update: 0, create: 0, remove: 0 }, calls: [] } });
  const { findings } = held.document as { findings: readonly { code: string; address?: string }[] };
  expect(findings.flatMap(({ code, address }) => (code === 'drift-held' ? [address] : [])).toSorted()).toEqual(
    ADDRESSES,
  );
});
