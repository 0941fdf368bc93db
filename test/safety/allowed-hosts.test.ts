/** Tests that a reconciler sends requests only to hosts that its caller allows. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReconciler, parseProject, type Reconciler, type ReconcilerOptions } from '../../src/index.ts';
import { exitOfError } from '../../src/report/exit.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { aWorld, ENV, type World, watched } from '../laws/world.ts';

let world: World;
let sent: string[];

beforeEach(async () => {
  world = await aWorld();
  sent = [];
});
afterEach(() => world.close());

function at(baseUrl: string, more: Partial<ReconcilerOptions> = {}): Reconciler {
  return world.reconciler(ALL_KINDS, {
    env: { ...ENV, TRUEUP_BASE_URL: baseUrl },
    transport: watched(world.service.transport, (_request, path) => void sent.push(path)),
    ...more,
  });
}

const READS: Readonly<Record<string, (reconciler: Reconciler) => Promise<unknown>>> = {
  plan: (reconciler) => reconciler.plan(),
  drift: (reconciler) => reconciler.drift(),
  list: (reconciler) => reconciler.list(),
};

describe.each([
  ['https://crm.example.com', 'host-not-allowed'],
  ['http://crm.example.com', 'base-url-refused'],
])('%s', (baseUrl, code) => {
  test.each(Object.keys(READS))('is sent nothing by %s, whatever gives the token', async (name) => {
    for (const more of [{}, { fetchToken: async () => 'trueup-dev-token' }]) {
      const error: unknown = await READS[name]?.(at(baseUrl, more)).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'config-invalid',
        findings: expect.arrayContaining([expect.objectContaining({ code })]),
      });
      expect([exitOfError(error), sent]).toEqual([3, []]);
    }
  });
});

test('settle, adopt and apply are refused for a forbidden host', async () => {
  const allowed = at('https://crm.example.com', { allowedHosts: ['crm.example.com'] });
  const plan = await allowed.plan();
  await allowed.apply(plan);
  sent = [];
  const refused = { findings: [{ code: 'host-not-allowed' }] };
  await expect(at('https://crm.example.com').apply(plan, { saved: true })).rejects.toMatchObject(refused);
  await expect(at('https://crm.example.com').revert()).rejects.toMatchObject(refused);
  const [address] = plan.changes.flatMap((one) => (one.kind === 'property' ? [one.address] : []));
  if (address === undefined) throw new Error('The plan has no property.');
  await expect(at('https://crm.example.com').ledger.adopt([address])).rejects.toMatchObject(refused);
  expect(sent).toEqual([]);
});

test('the vendor and this machine are allowed without a list, and a list replaces them', () => {
  const refused = (baseUrl: string, allowedHosts?: readonly string[]) => {
    const { findings } = at(baseUrl, allowedHosts === undefined ? {} : { allowedHosts });
    return findings.some((finding) => finding.code === 'host-not-allowed');
  };
  const urls = ['https://api.hubapi.com', 'http://127.0.0.1:4010', 'https://crm.example.com'];
  expect(urls.map((url) => refused(url))).toEqual([false, false, true]);
  expect(urls.map((url) => refused(url, ['crm.example.com']))).toEqual([true, true, false]);
  expect(urls.map((url) => refused(url, []))).toEqual([true, true, true]);
});

test('a list with entries that are no hosts names each of them', () => {
  const config = parseProject([{ path: 'trueup.yaml', text: 'version: 1\n' }]);
  expect(() => createReconciler({ config, allowedHosts: ['*', 'crm.example.com', 'https://a.example'] })).toThrow(
    expect.objectContaining({
      code: 'allowed-hosts-invalid',
      message: expect.stringMatching(
        /^Invalid allowedHosts of createReconciler: "\*" is .*; "https:\/\/a\.example" is /,
      ),
    }),
  );
});

test('the default host gets no token if the list excludes it', async () => {
  const { TRUEUP_BASE_URL: _, TRUEUP_ACCESS_TOKEN: __, ...env } = ENV;
  const reconciler = at('', { env, allowedHosts: ['localhost'], fetchToken: async () => 'trueup-dev-token' });
  expect(reconciler.findings.map(({ code }) => code)).not.toContain('host-not-allowed');
  await expect(reconciler.plan()).rejects.toMatchObject({ findings: [{ code: 'host-not-allowed' }] });
  expect(sent).toEqual([]);
});
