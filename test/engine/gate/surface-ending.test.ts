import { describe, expect, it, test } from 'vitest';
import { parseProject } from '../../../src/config/files/project.ts';
import { surfaceFindings } from '../../../src/engine/gate/surface-ending.ts';
import { validateProject } from '../../../src/index.ts';
import { aWorld } from '../../laws/world.ts';

const ENDING = {
  code: 'surface-ending',
  severity: 'warning',
  message:
    'The account production uses the documented surface, whose paths the vendor has announced to end: OAuth v1 on 2027-02-16, v4 on 2027-03-30, v1 to v3 in September 2027.',
  hint: 'Set `surface: dated` for the account. TRUEUP_SURFACE=dated counts only if the account names no surface. The files, the addresses and the ledger stay the same.',
} as const;

describe('the documented surface', () => {
  it.each(['https://api.hubapi.com', 'https://api-eu1.hubapi.com', 'https://api-na2.hubapi.com'])(
    'has dates at the vendor, in every region: %s',
    (baseUrl) => {
      expect(surfaceFindings({ name: 'production', baseUrl, surface: 'documented' })).toEqual([ENDING]);
      expect(surfaceFindings({ name: 'production', baseUrl, surface: 'dated' })).toEqual([]);
    },
  );

  it.each([
    'http://127.0.0.1:4010',
    'http://localhost',
    'https://crm.example.com',
    'https://api.hubapi.com.example.com',
  ])('has none anywhere else: %s', (baseUrl) => {
    expect(surfaceFindings({ name: 'production', baseUrl, surface: 'documented' })).toEqual([]);
  });
});

const projectWith = (production: string, rest = '') =>
  parseProject([
    {
      path: 'trueup.yaml',
      text: `version: 1\naccounts: { production: { hubId: 7007, ${production} } }\nobjects: { deals: { groups: { terms: { displayName: Terms } } } }\n${rest}`,
    },
  ]);

const NOW = Date.UTC(2026, 10, 22);
const validated = (...given: Parameters<typeof projectWith>) =>
  validateProject(projectWith(...given), { env: {}, now: NOW }).findings;

describe('validate', () => {
  it('says it once for each account that uses it, the default base URL included', () => {
    expect(validated('surface: documented')).toEqual([ENDING]);
    expect(validated('surface: dated')).toEqual([]);
    expect(validated('surface: documented, baseUrl: "http://127.0.0.1:4010"')).toEqual([]);
    // The service is unknown if its address is unset.
    expect(validated(`surface: documented, baseUrl: "\${env.ADDRESS}"`).map(({ code }) => code)).toEqual(['env-unset']);
  });

  it('skips a project that names no service', () => {
    const project = parseProject([{ path: 'trueup.yaml', text: 'version: 1\n' }]);
    expect(validateProject(project, { env: {}, now: NOW }).findings).toEqual([]);
    const env = { TRUEUP_ACCESS_TOKEN: 'pat-na1-x', TRUEUP_SURFACE: 'documented' };
    expect(validateProject(project, { env, now: NOW }).findings).toMatchObject([{ code: 'surface-ending' }]);
  });

  it('can be told to accept it until a day', () => {
    const waiver = (until: string) =>
      `policy: { waivers: [{ finding: surface-ending, reason: Planned for January., until: ${until} }] }\n`;
    expect(validated('surface: documented', waiver('2027-01-31'))).toMatchObject([
      { code: 'surface-ending', severity: 'info' },
    ]);
    expect(
      validated('surface: documented', waiver('2026-01-31')).map(({ code, severity }) => [code, severity]),
    ).toContainEqual(['surface-ending', 'warning']);
  });
});

test('a plan for HubSpot warns once, a plan for the embedded service does not', async () => {
  const world = await aWorld();
  const files = [
    { path: 'trueup.yaml', text: 'version: 1\nobjects: { deals: { groups: { terms: { displayName: Terms } } } }\n' },
  ];
  expect((await world.reconciler(files).plan()).findings).toEqual([]);
  const env = { ...world.env, TRUEUP_BASE_URL: 'https://api.hubapi.com' };
  const { transport } = world.service;
  const local: typeof transport = {
    ...transport,
    send: ({ url, ...request }, options) =>
      transport.send({ ...request, url: url.replace('https://api.hubapi.com', 'http://127.0.0.1') }, options),
  };
  const plan = await world.reconciler(files, { env, transport: local }).plan();
  expect(plan).toMatchObject({ applyable: true, findings: [{ code: 'surface-ending', severity: 'warning' }] });
  await world.close();
});
