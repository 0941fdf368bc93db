import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as errors from '../src/errors.ts';
import {
  ApiError,
  AuthError,
  ConfigError,
  ContractError,
  HostError,
  InternalError,
  LedgerError,
  readFailure,
  TransportError,
  TrueupError,
  UnsafePlanError,
} from '../src/errors.ts';
import { codesOf } from './findings/codes.ts';

/** Every code that the sources give an error and that is not `config`, lasting. */
const EXPECTED = {
  'auth, lasting': [
    ...['account-unproven', 'authorization-refused', 'fleet-key-unknown', 'installation-revoked'],
    ...['installation-uninstalled', 'installation-unreadable', 'refresh-refused', 'reply-of-other-account'],
    ...['token-refused', 'token-unknown', 'wrong-account'],
  ],
  'auth, retryable': ['authorization-timeout', 'token-command-failed', 'token-unavailable'],
  'busy, retryable': ['ledger-busy', 'ledger-lock-lost', 'ledger-locked'],
  'rate, retryable': ['wait-too-long'],
  'refused, lasting': [
    ...['account-changed', 'checkout-overtaken'],
    ...[
      'files-changed',
      'internal',
      'ledger-changed',
      'plan-differs',
      'plan-expired',
      'policy-differs',
      'policy-loosened',
    ],
    ...['record-missing', 'record-used', 'refused'],
    ...['surface-changed'],
  ],
  'transport, lasting': ['aborted', 'interrupted', 'reply-breaks-contract', 'reply-too-large', 'tls-failed'],
  'transport, retryable': [
    ...['connect-failed', 'connect-refused', 'connect-timeout', 'connection-lost'],
    ...['database-read-only', 'database-unavailable'],
    ...['dns-failed', 'ledger-disk', 'notice-refused', 'out-of-time', 'proxy-failed'],
    ...['proxy-unreachable', 'reply-broken', 'reply-cut', 'reply-malformed', 'timed-out', 'transport-failed'],
  ],
};

describe('the kind of an error', () => {
  it('is the expected kind for every code in the sources', () => {
    const groups = Object.groupBy(codesOf().errors, (code) => {
      const { kind, retryable } = errorOf(code);
      return `${kind}, ${retryable ? 'retryable' : 'lasting'}`;
    });
    const { 'config, lasting': others = [], ...rest } = groups;
    expect(rest).toEqual(EXPECTED);
    expect(others.length).toBeGreaterThan(90);
  });

  it.each([
    [400, 'refused', false],
    [401, 'auth', false],
    [403, 'auth', false],
    [404, 'refused', false],
    [408, 'transport', true],
    [423, 'busy', true],
    [429, 'rate', true],
    [477, 'busy', true],
    [499, 'transport', true],
    [500, 'transport', true],
    [501, 'transport', false],
    [503, 'transport', true],
    [505, 'transport', false],
    [302, 'transport', false],
  ])('for the status %i is %s', (status, kind, retryable) => {
    expect(readFailure(new ApiError('no', { endpoint: 'listProperties', status }))).toEqual({ kind, retryable });
    expect(readFailure(new HostError(status, 'no'))).toEqual({ kind, retryable });
  });

  it('includes the wait from the service and keeps it with advice', () => {
    const error = new ApiError('no', { endpoint: 'listProperties', status: 429, retryAfterMs: 3_000 });
    expect(readFailure(error.advising({ hint: 'Wait.' }))).toEqual({
      kind: 'rate',
      retryable: true,
      retryAfterMs: 3_000,
    });
    const refused = new ApiError('no', { endpoint: 'listProperties', status: 400, retryAfterMs: 3_000 });
    expect(readFailure(refused)).toEqual({ kind: 'refused', retryable: false });
  });

  it('comes from the cause if a token is unavailable, otherwise from the error', () => {
    const cause = new ApiError('no', { endpoint: 'createToken', status: 429, retryAfterMs: 3_000 });
    const unavailable = new AuthError('token-unavailable', 'no', { cause });
    expect(readFailure(unavailable)).toEqual({ kind: 'rate', retryable: true, retryAfterMs: 3_000 });
    expect(readFailure(new AuthError('token-refused', 'no', { cause }))).toEqual({ kind: 'auth', retryable: false });
    expect(readFailure(new AuthError('token-unavailable', 'no', { cause: new Error('no') }))).toEqual({
      kind: 'auth',
      retryable: true,
    });
  });

  it('comes from the class for a custom error, and is undefined for a foreign error', () => {
    class OwnError extends LedgerError {}
    expect(readFailure(new OwnError('own', 'no'))).toEqual({ kind: 'config', retryable: false });
    expect(readFailure(new Error('no'))).toBeUndefined();
  });
});

type Class = new (code: string, message: string, details: object) => TrueupError;

/** Creates an error with the class that the sources use for the code. */
function errorOf(code: string): TrueupError {
  const Known = CLASSES.get(code);
  if (Known !== undefined) return new Known(code, 'no', { sent: 'no' });
  const own = OWN.find((one) => one.code === code);
  // Codes in a table of the client become transport errors. A seed belongs to a call.
  return (
    own ??
    (code === 'seed-invalid' ? new errors.UsageError(code, 'no') : new TransportError(code, 'no', { sent: 'no' }))
  );
}

/** Errors whose class sets the code. */
const OWN = [new ConfigError([]), new ContractError('x', []), new InternalError('no'), new UnsafePlanError('no', [])];

const CLASSES = classes();

function classes(): ReadonlyMap<string, Class> {
  const known = new Map<string, unknown>(Object.entries(errors));
  const found = new Map<string, Class>();
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const text = readFileSync(`src/${path}`, 'utf8');
    for (const [, name = '', code = ''] of text.matchAll(/new ([A-Z]\w*Error)\(\s*'([a-z0-9-]+)'/g)) {
      const one = known.get(name);
      if (isClass(one)) found.set(code, one);
    }
  }
  return found;
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && (value === TrueupError || value.prototype instanceof TrueupError);
}
