import { expect, test } from 'vitest';
import { startService } from '../../../src/service/index.ts';
import { aShell } from '../../support/world.ts';

const TEXT = `version: 1
objects:
  contacts: { groups: { club: { displayName: Club, properties: { tier: { label: Tier, type: string, fieldType: text } } } } }
  tickets: { groups: { desk: { displayName: Desk } } }
associationLimits:
  - { from: contacts, to: companies, limits: [{ category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 5 }] }
eventDefinitions: { order_placed: { properties: { total: { label: Total, type: number } } } }
`;

test('plan and auth status name missing scopes by dated paths', async () => {
  const service = await startService({ surface: 'dated' });
  const scopes = ['oauth', 'crm.schemas.contacts.read', 'tickets'];
  const { accessToken } = await service.issueToken({ hubId: 1001, appId: 2001, accessToken: 'pat-na1-reads', scopes });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_SURFACE: 'dated', TRUEUP_ACCESS_TOKEN: accessToken };
  const shell = await aShell({ env });
  await shell.write('trueup.yaml', TEXT);
  const { document } = await shell.json('plan');
  const { findings, calls } = document as {
    findings: readonly { code: string; message: string; hint?: string }[];
    calls: readonly { path: string }[];
  };
  const said = findings.filter(({ code }) => code === 'scope-missing').map(({ message }) => message);
  expect(said).toEqual([
    expect.stringMatching(
      /^POST \/crm\/properties\/2026-09\/0-1\/groups \(c\d\), POST \/crm\/properties\/2026-09\/0-1 \(c\d\) need one of these scopes, and the token has none of them: crm\.schemas\.contacts\.write, contacts\.$/,
    ),
  ]);
  // Unreadable resources are blocked. The finding names the scope that helps.
  expect(findings.filter(({ code }) => code === 'read-failed').map(({ hint }) => hint)).toEqual([
    expect.stringContaining('behavioral_events.event_definitions.read_write'),
  ]);
  expect(calls.map(({ path }) => path)).toContain('/crm/properties/2026-09/0-5/groups');
  const status = await shell.json('auth', 'status');
  expect(Object(status.document).lacking).toEqual([
    ['crm.schemas.contacts.write', 'contacts'],
    ['behavioral_events.event_definitions.read_write'],
  ]);
  await service.close();
});
