/** Tests of rules that hold only for real accounts on the vendor's hosts. */

import { expect, test } from 'vitest';
import { parseProject } from '../../../src/config/files/project.ts';
import { validateProject } from '../../../src/reconciler/validate.ts';

const CODES = ['object-not-addressable', 'category-refused', 'developer-key-missing'];

const text = (account: string, more = '') => `version: 1
accounts: { real: { ${account} } }
${more}objects:
  cars: { groups: { body: { displayName: Body }, engine: { displayName: Engine } } }
  "2-12": { groups: { body: { displayName: Body } } }
  p7007_boats: { groups: { body: { displayName: Body } } }
webhooks:
  - appId: 2001
    subscriptions: [{ eventType: contact.creation, active: true }, { eventType: company.creation, active: true }]
associationLimits:
  - from: contacts
    to: companies
    limits: [{ typeId: 279, maxToObjectIds: 1 }, { category: SERVICE_DEFINED, typeId: 1, maxToObjectIds: 1 }, { category: HUBSPOT_DEFINED, typeId: 2, maxToObjectIds: 1 }]
`;
const TOKEN = `auth: { accessToken: "\${env.T}" }`;
const told = (
  account: string,
  { env = {}, more = '' }: { readonly env?: Record<string, string>; readonly more?: string } = {},
) =>
  validateProject(parseProject([{ path: 'trueup.yaml', text: text(account, more) }]), { env, now: 0 }).findings.filter(
    ({ code }) => CODES.includes(code),
  );
const codes = (...given: Parameters<typeof told>) => told(...given).map(({ code }) => code);

test('the documented surface of a real account reports names, category and app', () => {
  expect(told(`surface: documented, hubId: 7007, ${TOKEN}`)).toEqual([
    {
      code: 'object-not-addressable',
      severity: 'warning',
      message:
        '"cars" is not a standard object that trueup knows, and the documented surface of a real account refuses the plain name of a custom object.',
      hint: 'Write p7007_cars or the type id of the object, or set `surface: dated` for the account.',
      address: 'property-group:cars/body',
      provenance: expect.objectContaining({ line: 4 }),
    },
    {
      code: 'category-refused',
      severity: 'warning',
      message:
        'association-limit:contacts/companies/SERVICE_DEFINED/1 is sent with the category SERVICE_DEFINED, which a real account is likely to refuse. So are 1 more.',
      hint: 'Write `category: HUBSPOT_DEFINED`. It is the same limit, with the same address and record.',
      address: 'association-limit:contacts/companies/SERVICE_DEFINED/1',
      provenance: expect.objectContaining({ line: 13 }),
    },
    {
      code: 'developer-key-missing',
      severity: 'warning',
      message:
        'The subscriptions of the app 2001 need its developer key: the service refuses the token of a private app and a service key for webhooks.',
      fix: [
        { action: 'set-developer-key', app: '2001' },
        { action: 'export-webhooks', app: '2001' },
      ],
      provenance: expect.objectContaining({ line: 9 }),
    },
  ]);
});

test('the dated surface takes names and categories, and needs the key all the same', () => {
  expect(codes(`surface: dated, ${TOKEN}`)).toEqual(['developer-key-missing']);
});

test('webhooks of version 2026-09 may accept the token of a private app', () => {
  expect(codes(`surface: dated, versions: { webhooks: 2026-09 }, ${TOKEN}`)).toEqual([]);
});

test('a key, or a token that the app may have been given, needs nothing', () => {
  const more = `apps: { "2001": { developerKey: "\${env.KEY}" } }\n`;
  expect(codes(`surface: dated, ${TOKEN}`, { more })).toEqual([]);
  expect(codes(`surface: dated, ${TOKEN}`, { env: { T: 'CJSP5qf1LhIMKnown' } })).toEqual([]);
  const oauth = `auth: { clientId: "\${env.I}", clientSecret: "\${env.S}", refreshToken: "\${env.R}" }`;
  expect(
    codes(`surface: dated, ${oauth}`, { env: { I: 'id', S: 'a-secret-of-an-app', R: 'refresh-token-of-an-app' } }),
  ).toEqual([]);
  expect(codes(`surface: dated, ${TOKEN}`, { env: { T: 'pat-na1-11111111-2222' } })).toEqual(['developer-key-missing']);
});

test('another host, such as the embedded service, has no such findings', () => {
  expect(codes(`surface: documented, baseUrl: "http://127.0.0.1:4010", ${TOKEN}`)).toEqual([]);
  expect(codes(`surface: documented, baseUrl: "https://api-eu1.hubapi.com", ${TOKEN}`)).toHaveLength(3);
});
