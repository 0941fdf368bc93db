import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allows, readAllowedHosts, USUAL_HOSTS, VENDOR_HOSTS } from '../../src/config/accounts/allowed-hosts.ts';
import { places, resolveTexts } from './builders.ts';

function isAllowed(entries: readonly string[], url: string): boolean {
  const { hosts, faults } = readAllowedHosts(entries);
  expect(faults).toEqual([]);
  return allows(hosts, url);
}

describe('an address is allowed by', () => {
  test.each([
    ['crm.example.com', 'https://crm.example.com'],
    ['crm.example.com', 'https://CRM.Example.com./'],
    ['CRM.example.com.', 'https://crm.example.com:443'],
    ['crm.example.com:443', 'https://crm.example.com'],
    ['crm.example.com:8443', 'https://crm.example.com:8443'],
    ['crm.example.com:08443', 'https://crm.example.com:8443'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'https://BÜCHER.example'],
    ['192.0.2.7', 'https://192.0.2.7'],
    ['192.0.2.7', 'https://0xc0000207'],
    ['[2001:db8::7]', 'https://[2001:DB8:0::7]'],
    ['[2001:db8::7]:8443', 'https://[2001:db8::7]:8443'],
    ['*.example.com', 'https://crm.example.com'],
    ['*.example.com', 'https://a.b.Example.com.'],
    ['*.bücher.example', 'https://crm.xn--bcher-kva.example'],
    ['localhost', 'http://127.0.0.1:4010'],
    ['127.0.0.1', 'http://[::1]:1'],
    ['[::1]', 'https://localhost'],
    ['127.0.0.1:4010', 'http://localhost:4010'],
    ['api.hubapi.com', 'https://api-eu1.hubapi.com'],
  ])('%s: %s', (entry, url) => expect(isAllowed([entry], url)).toBe(true));
});

describe('an address is not allowed by', () => {
  test.each([
    ['crm.example.com', 'https://crm.example.com:8443'],
    ['crm.example.com', 'https://crm.example.com.evil.test'],
    ['crm.example.com', 'https://evilcrm.example.com'],
    ['crm.example.com', 'https://crm.example.com@evil.test'],
    ['crm.example.com', 'https://evil.test/crm.example.com'],
    ['crm.example.com:8443', 'https://crm.example.com'],
    ['crm.example.com', 'http://crm.example.com'],
    ['*.example.com', 'https://example.com'],
    ['*.example.com', 'https://evilexample.com'],
    ['*.example.com', 'https://crm.example.com:8443'],
    ['*.example.com', 'https://crm.example.com.evil.test'],
    ['localhost', 'https://localhost.evil.test'],
    ['127.0.0.1:4010', 'http://127.0.0.1:4011'],
    ['127.0.0.1', 'https://127.0.0.1.example.com'],
    ['crm.example.com', 'no address'],
    ['crm.example.com', 'https://crm.examp1e.com'],
    ['bücher.example', 'https://bucher.example'],
    ['api.hubapi.com', 'https://api-eu1.hubapi.com:8443'],
    ['api.hubapi.com', 'https://api-eu1.hubapi.com.evil.test'],
    ['api.hubapi.com', 'https://app.hubspot.com'],
    ['api.hubapi.com:8443', 'https://api-eu1.hubapi.com:443'],
    ['api-eu1.hubapi.com', 'https://api.hubapi.com'],
  ])('%s: %s', (entry, url) => expect(isAllowed([entry], url)).toBe(false));
});

test('the vendor alone is allowed in the Action, and this machine elsewhere too', () => {
  const urls = ['https://api.hubapi.com', 'https://api-na2.hubapi.com', 'http://127.0.0.1:4010', 'https://example.com'];
  expect(urls.map((url) => isAllowed(VENDOR_HOSTS, url))).toEqual([true, true, false, false]);
  expect(urls.map((url) => isAllowed(USUAL_HOSTS, url))).toEqual([true, true, true, false]);
  expect(urls.map((url) => isAllowed([], url))).toEqual([false, false, false, false]);
});

test('every invalid host is named with its fault', () => {
  const { hosts, faults } = readAllowedHosts([
    ...['crm.example.com', 'https://crm.example.com', 'me@crm.example.com', 'crm.example.com/api', '', 'a b', '::1'],
    ...['crm.example.com:0', 'crm.example.com:65536', 'crm.*.com', '*', '*.', '*.com', '*.co.uk', '*.127.0.0.1'],
    ...['*.[::1]', '*.example.com:8443', 'a.example,b.example', '%65vil.test'],
  ]);
  expect(hosts).toEqual([{ name: 'crm.example.com', port: undefined, isWildcard: false }]);
  expect(faults).toEqual([
    ...['"https://crm.example.com"', '"me@crm.example.com"', '"crm.example.com/api"', '""', '"a b"', '"::1"'].map(
      noHost,
    ),
    ...['"crm.example.com:0"', '"crm.example.com:65536"', '"crm.*.com"', '"*"', '"*."'].map(noHost),
    '"*.com" is too broad: any company can have a host below com',
    '"*.co.uk" is too broad: any company can have a host below co.uk',
    '"*.127.0.0.1" is a pattern of an address: write the address itself',
    '"*.[::1]" is a pattern of an address: write the address itself',
    '"*.example.com:8443" has a port: a pattern is for the port of https',
    ...['"a.example,b.example"', '"%65vil.test"'].map(noHost),
  ]);
});

function noHost(shown: string): string {
  return `${shown} is not a host: write a host, host:port or *.domain, such as crm.example.com`;
}

test('a pattern allows what ends with a dot and its domain, and nothing else', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(name, (host) => {
      const isBelow = host.endsWith('.shop.example');
      expect(isAllowed(['*.shop.example'], `https://${host}`)).toBe(isBelow);
      expect(isAllowed(['*.shop.example'], `https://${host}.shop.example`)).toBe(true);
      expect(isAllowed(['*.shop.example'], `https://${host}shop.example`)).toBe(false);
    }),
  );
});

describe('an account whose host is not allowed', () => {
  const { hosts } = readAllowedHosts(VENDOR_HOSTS);
  const account = (fields: string) => `version: 1\naccounts:\n  a:\n    ${fields}\n`;
  const refused = (text: string, more: Parameters<typeof resolveTexts>[1] = {}) =>
    resolveTexts(text, { allowed: hosts, ...more });

  test('is an error at the position of its address, with the host to allow', () => {
    const { findings, addressFaults } = refused(account('baseUrl: https://CRM.example.com:8443'));
    const finding = {
      code: 'host-not-allowed',
      severity: 'error',
      message: 'No token is sent to https://crm.example.com:8443, because this host is not allowed.',
      hint: 'Correct the address. Allow the host only if you know who runs it: it receives the token.',
      fix: [{ action: 'allow-host', host: 'crm.example.com:8443' }],
      provenance: { file: 'trueup.yaml', line: 4, column: 14 },
    };
    expect([findings, addressFaults]).toEqual([[finding], [finding]]);
  });

  test('reports the account if the default host is forbidden, and names the variable', () => {
    const { hosts: other } = readAllowedHosts(['crm.example.com']);
    expect(places(refused(account('drift: hold'), { allowed: other }).findings)).toEqual(['host-not-allowed 3:3']);
    const env = { TRUEUP_BASE_URL: 'https://crm.example.com' };
    expect(refused('version: 1\n', { env }).findings).toMatchObject([
      {
        code: 'host-not-allowed',
        message: 'TRUEUP_BASE_URL: No token is sent to https://crm.example.com, because this host is not allowed.',
      },
    ]);
  });

  test('is a warning offline, and is skipped for other accounts and faulty addresses', () => {
    const offline = refused(account('baseUrl: https://crm.example.com'), { offline: true });
    expect([offline.findings.map(({ severity }) => severity), offline.addressFaults]).toEqual([['warning'], []]);
    const two = 'version: 1\naccounts:\n  a: { baseUrl: "https://crm.example.com" }\n  b: {}\n';
    expect(refused(two, { account: 'b' }).findings).toEqual([]);
    const faulty = refused(account('baseUrl: http://crm.example.com'));
    expect(places(faulty.findings)).toEqual(['base-url-refused 4:14']);
    expect(places(faulty.addressFaults)).toEqual(['base-url-refused 4:14']);
    const list = refused(account('baseUrl: [https://crm.example.com]'));
    expect([places(list.findings), places(list.addressFaults)]).toEqual([
      ['wrong-type 4:14'],
      ['base-url-refused 4:14'],
    ]);
    const long = refused(account(`baseUrl: https://${'a.'.repeat(140)}example`));
    expect(places(long.addressFaults)).toEqual(['base-url-refused 4:14']);
  });
});
