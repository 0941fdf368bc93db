import { describe, expect, it } from 'vitest';
import { DEFAULT_VERSIONS } from '../../src/contract/surfaces.ts';
import { type AccountOptions, createReconciler, parseProject, prepare, UsageError } from '../../src/index.ts';
import { aWorld, HUB } from '../laws/world.ts';

const FILE = `version: 1
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
`;
const VALUED = `version: 1
objects:
  contacts:
    groups:
      branded:
        displayName: \${values.brand}
`;
const project = (...texts: readonly string[]) => parseProject(texts.map((text, at) => ({ path: `${at}.yaml`, text })));
const ADDRESS = { hubId: HUB, baseUrl: 'http://127.0.0.1' };

/** Returns the codes of the findings of createReconciler. */
function codesOf(options: AccountOptions): readonly string[] {
  return createReconciler(options).findings.map(({ code }) => code);
}

describe('a prepared project', () => {
  it('shares resources without values between accounts', () => {
    const shared = prepare(project(FILE));
    const [one, other] = ['north', 'south'].map((name) => shared.forAccount({ name }).prepared.resolution);
    expect(one?.desired.resources).toBe(other?.desired.resources);
    const valued = prepare(project(FILE, VALUED));
    const texts = ['Acme', 'Other'].map((brand) => {
      const { resolution } = valued.forAccount({ name: 'north', values: { brand } }).prepared;
      return resolution.desired.resources.map(({ spec }) => spec['displayName']);
    });
    expect(texts).toEqual([
      ['Acme', 'Loyalty'],
      ['Other', 'Loyalty'],
    ]);
  });

  it('takes a text of a value as it is', () => {
    const { resolution } = prepare(project(VALUED), { env: { HOME: '/root' } }).forAccount({
      name: 'north',
      values: { brand: `\${env.HOME} and \\\${x}` },
    }).prepared;
    expect(resolution.desired.resources.map(({ spec }) => spec['displayName'])).toEqual([`\${env.HOME} and \\\${x}`]);
  });

  it('reads only the given environment', () => {
    const text = FILE.replace('Loyalty', `\${env.HOME}`);
    const account = { name: 'north' };
    expect(codesOf(prepare(project(text)).forAccount(account))).toEqual(['env-unset']);
    expect(codesOf(prepare(project(text), { env: { HOME: 'x' } }).forAccount(account))).toEqual([]);
  });

  it('finds the same faults in an account as in a file', () => {
    const prepared = prepare(project(VALUED, JSON.stringify({ accounts: { sandbox: { hubId: 7 } } })));
    expect(codesOf(prepared.forAccount({ name: 'north' }))).toEqual(['value-unset']);
    const brand = { values: { brand: 'Acme' } };
    expect(codesOf(prepared.forAccount({ name: 'sandbox', ...brand }))).toContain('declared-twice');
    expect(codesOf(prepared.forAccount({ name: 'no name', ...brand }))).toEqual(['bad-key']);
    expect(codesOf(prepared.forAccount({ name: 'north', hubId: 7, ...brand }))).toEqual(['hub-id-shared']);
    const elsewhere = { baseUrl: 'https://crm.example.com', ...brand };
    expect(codesOf(prepared.forAccount({ name: 'north', ...elsewhere }))).toEqual(['host-not-allowed']);
    const allowed = prepare(project(VALUED), { allowedHosts: ['crm.example.com'] });
    expect(codesOf(allowed.forAccount({ name: 'north', ...elsewhere }))).toEqual([]);
    expect(codesOf(prepared.forAccount({ name: 'north', baseUrl: 'http://crm.example.com', ...brand }))).toEqual([
      'base-url-refused',
    ]);
  });

  it('reaches an account as the files say of the fleet, unless the account says otherwise', () => {
    const fleet = 'fleet: { baseUrl: "http://127.0.0.1:4010", surface: dated, versions: { schemas: 2026-03 } }';
    const prepared = prepare(project(FILE, fleet));
    const accountOf = (more: object) => prepared.forAccount({ name: 'north', ...more }).prepared.resolution.account;
    expect(accountOf({})).toMatchObject({ baseUrl: 'http://127.0.0.1:4010', surface: 'dated' });
    expect(accountOf({ baseUrl: undefined })).toMatchObject({ baseUrl: 'http://127.0.0.1:4010' });
    expect(accountOf({ baseUrl: 'http://127.0.0.1:9', surface: 'documented' })).toMatchObject({
      baseUrl: 'http://127.0.0.1:9',
      surface: 'documented',
    });
    expect(codesOf(prepared.forAccount({ name: 'north', surface: 'documented' }))).toEqual([]);
    const pinned = prepare(project(FILE, 'fleet: { versions: { schemas: 2026-03 } }'));
    const dated = pinned.forAccount({ name: 'north', surface: 'dated' }).prepared.resolution.account;
    expect(dated.versions).toEqual({ ...DEFAULT_VERSIONS, schemas: '2026-03' });
    const elsewhere = prepare(project(FILE, 'fleet: { baseUrl: "https://crm.example.com" }'));
    expect(codesOf(elsewhere.forAccount({ name: 'north' }))).toEqual(['host-not-allowed']);
  });

  it('sends no token to HubSpot if the fleet address is unset', () => {
    const prepared = prepare(project(FILE, `fleet: { baseUrl: "\${env.CRM}" }`));
    expect(codesOf(prepared.forAccount({ name: 'north' }))).toEqual(['base-url-refused']);
    const { addressFaults } = prepared.forAccount({ name: 'north' }).prepared.resolution;
    expect(addressFaults.map(({ code }) => code)).toEqual(['base-url-refused']);
    expect(codesOf(prepared.forAccount({ name: 'north', ...ADDRESS }))).toEqual([]);
  });

  it('reports faults independent of the account', () => {
    const now = Date.UTC(2026, 0, 1);
    const codes = (...texts: readonly string[]) =>
      prepare(project(...texts))
        .findings(now)
        .map(({ code }) => code);
    expect(codes(FILE)).toEqual([]);
    expect(codes(VALUED)).toEqual([]);
    expect(codes(FILE.replace('displayName', 'displayname'))).toEqual(expect.arrayContaining(['unknown-key']));
  });

  it('carries labels in its plans, and the digest ignores them', async () => {
    const world = await aWorld();
    const prepared = prepare(project(FILE));
    const planned = async (labels?: Readonly<Record<string, string>>) => {
      const account = prepared.forAccount({ name: 'default', ...ADDRESS, ...(labels && { labels }) });
      const reconciler = world.reconciler([], { ...account, env: {}, fetchToken: async () => 'trueup-dev-token' });
      return { reconciler, plan: await reconciler.plan() };
    };
    const { plan } = await planned({ wave: '1', region: 'eu' });
    expect(plan.account).toEqual({
      ...{ name: 'default', hubId: HUB, baseUrl: 'http://127.0.0.1', surface: 'dated', versions: DEFAULT_VERSIONS },
      labels: { wave: '1', region: 'eu' },
    });
    const other = await planned({ wave: '2' });
    expect((await planned()).plan.account.labels).toBeUndefined();
    // A saved plan is applied although the account is in another wave by now.
    const result = await other.reconciler.apply(plan, { saved: true });
    expect(result.summary.applied).toBe(1);
    await world.close();
  });

  it.each([
    [{}, 'name'],
    [{ name: 'a', hubId: 0 }, 'hubId'],
    [{ name: 'a', surface: 'newest', values: { a: null }, labels: { a: 1 } }, 'surface, values, labels'],
    [{ name: 'a', baseUrl: 7 }, 'baseUrl'],
    [undefined, 'account'],
  ])('refuses %j and names everything that is wrong', (given, names) => {
    const { forAccount } = prepare(project(FILE));
    expect(() => forAccount(given as never)).toThrow(UsageError);
    expect(() => forAccount(given as never)).toThrow(`Invalid arguments to forAccount: ${names}.`);
  });

  it('refuses an invalid project and options of another type', () => {
    expect(() => prepare(undefined as never)).toThrow('prepare was called without project.');
    expect(() => prepare({} as never)).toThrow('Invalid arguments to prepare: project.');
    expect(() => prepare(project(FILE), { allowedHosts: 'x' as never })).toThrow('allowedHosts');
  });
});
