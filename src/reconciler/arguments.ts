/** Checks the arguments of a reconciler's public operations before anything is done. */

import { SURFACES } from '../contract/surfaces.ts';
import {
  A_FLAG,
  A_FUNCTION,
  A_NUMBER,
  A_STRING,
  AN_OBJECT,
  type Expected,
  having,
  isObject,
  mapOf,
  objects,
  requireArguments,
  requireOptionsOf,
  strings,
} from '../model/arguments.ts';
import { FOLDER_FORM, isFolderName } from '../model/folder-name.ts';
import { PLAN_FORMAT } from '../model/plan.ts';
import { CONSENT_NAMES, REMOVAL_RISKS } from '../model/risk.ts';
import type { Reconciler, ReconcilerOptions } from './types.ts';

/** Returns the same reconciler, which throws UsageError `argument-invalid` for arguments that its types forbid. */
export function checkingArguments(reconciler: Reconciler): Reconciler {
  const { ledger } = reconciler;
  return {
    ...reconciler,
    plan: checked('plan', reconciler.plan, {}, { ...PLANNING, terms: AN_OBJECT }),
    revert: checked('revert', reconciler.revert, {}, { ...PLANNING, run: A_RUN }),
    recover: checked(
      'recover',
      reconciler.recover,
      { reviewed: { ...A_STRING, what: 'the digest of a plan' } },
      { whenLocked: A_FUNCTION },
    ),
    async apply(plan, options) {
      requireArguments('apply', { plan }, { plan: A_PLAN });
      requireArguments('apply', { ...plan }, PLAN);
      requireOptionsOf('apply', options, APPLYING);
      return reconciler.apply(plan, options);
    },
    list: checked('list', reconciler.list, {}, LISTING),
    explain: checked('explain', reconciler.explain, { address: { ...A_STRING, what: 'an address' } }),
    pull: checked('pull', reconciler.pull, {}, PULLING),
    snapshot: checked('snapshot', reconciler.snapshot, {}, SNAPSHOT),
    declared(options) {
      requireOptionsOf('declared', options, SNAPSHOT);
      return reconciler.declared(options);
    },
    compare: checked(
      'compare',
      reconciler.compare,
      { left: having('the result of snapshot or declared', 'isMeant', 'isOwn') },
      { concurrency: A_COUNT },
    ),
    ledger: {
      ...ledger,
      whenFree: checked('ledger.whenFree', ledger.whenFree, { timeoutMs: A_WAIT }),
      forget: checked('ledger.forget', ledger.forget, { addresses: ADDRESSES }),
      settle: checked('ledger.settle', ledger.settle, { addresses: ADDRESSES, as: SETTLED }),
      adopt: checked('ledger.adopt', ledger.adopt, { addresses: ADDRESSES }, ADOPTING),
    },
  };
}

/** Returns the operation, which checks its arguments by position and the options after them. */
function checked<Given extends readonly unknown[], Result>(
  called: string,
  operation: (...given: Given) => Promise<Result>,
  expected: Readonly<Record<string, Expected>>,
  options: Readonly<Record<string, Expected>> = {},
): (...given: Given) => Promise<Result> {
  const names = Object.keys(expected);
  return async (...given) => {
    requireArguments(called, Object.fromEntries(names.map((name, index) => [name, given[index]])), expected);
    requireOptionsOf(called, given[names.length], options);
    return operation(...given);
  };
}

/** Checks the options of createReconciler. `config` is known to be present. */
export function requireReconcilerOptions(options: ReconcilerOptions): void {
  requireArguments('createReconciler', { ...options }, { config: A_PROJECT });
  requireOptionsOf('createReconciler', options, {
    ...PLACES,
    account: { ...A_STRING, what: 'the name of an account' },
    prepared: { ...AN_OBJECT, what: 'what forAccount of prepare gives' },
    ledger: having(
      'such as the result of fileStore',
      'read',
      'history',
      'holder',
      'lock',
      'append',
      'compact',
      'repair',
    ),
    fetchToken: A_FUNCTION,
    redaction: having('the result of createScrubber', 'hide', 'scrub'),
    onEvent: A_FUNCTION,
    onExchange: A_FUNCTION,
    telemetry: having('the result of openTelemetry of trueup/telemetry', 'operation', 'exchange', 'waiting'),
    maxWaitMs: A_NUMBER,
    timeoutMs: A_SPAN,
    signal: { what: 'an AbortSignal', fits: (value) => value instanceof AbortSignal },
    clock: having('such as systemClock of trueup/client', 'now', 'elapsed', 'sleep'),
    newId: A_FUNCTION,
    transport: having('such as undiciTransport() of trueup/client', 'send', 'close'),
  });
  const { clock } = options;
  const now = clock?.now();
  requireArguments('createReconciler', { 'clock.now()': now }, { 'clock.now()': A_TIME });
}

/** Checks the arguments of prepare. */
export function requirePrepareOptions(project: unknown, options: unknown): void {
  requireArguments('prepare', { project }, { project: A_PROJECT });
  requireOptionsOf('prepare', options, PLACES);
}

/** Checks the argument of forAccount. Its contents are checked like a file. */
export function requireGivenAccount(account: unknown): void {
  requireArguments('forAccount', { account }, { account: AN_OBJECT });
  requireArguments('forAccount', { ...(account as object) }, { name: A_STRING });
  requireOptionsOf('forAccount', account, {
    hubId: { what: 'a whole number from 1', fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1 },
    baseUrl: A_STRING,
    surface: { what: SURFACES.join(' or '), fits: (value) => SURFACES.some((surface) => surface === value) },
    versions: mapOf('an object of versions', ['string']),
    values: mapOf('an object of strings, numbers and booleans', ['string', 'number', 'boolean']),
    labels: mapOf('an object of strings', ['string']),
  });
}

/** Of a reconciler, and of all accounts of a prepared project. */
const PLACES = {
  env: { ...AN_OBJECT, what: 'an object of variables' },
  allowedHosts: strings('a list of hosts'),
  credentials: strings('a list of names of variables'),
  environment: strings('a list of names of variables'),
};

const ADDRESSES = strings('a list of addresses');
const ADOPTING = { overwrite: A_FLAG, pulled: { ...AN_OBJECT, what: 'the result of pull' } };
const SETTLED: Expected = { what: 'applied or not-applied', fits: (as) => as === 'applied' || as === 'not-applied' };
const A_COUNT: Expected = {
  what: 'a whole number from 1, such as 8',
  fits: (value) => value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 1),
};
/** The last moment that a Date can hold. */
const LAST_MS = 8.64e15;
const A_TIME: Expected = {
  what: 'milliseconds since the epoch',
  fits: (value) => value === undefined || (typeof value === 'number' && Math.abs(value) <= LAST_MS),
};
const A_SPAN: Expected = {
  what: 'a number of milliseconds from 1 to 86400000',
  fits: (value) => typeof value === 'number' && value >= 1 && value <= 86_400_000,
};
const LISTING = {
  kind: A_STRING,
  objects: strings('a list of object types'),
  undeclared: A_FLAG,
  concurrency: A_COUNT,
};
const SNAPSHOT = {
  patterns: strings('a list of patterns'),
  objects: strings('a list of object types'),
  include: strings('a list of patterns'),
  concurrency: A_COUNT,
};
const PULLING = {
  ...SNAPSHOT,
  drift: A_FLAG,
  single: A_FLAG,
  folder: { what: FOLDER_FORM, fits: (value: unknown) => typeof value === 'string' && isFolderName(value) },
};
const CONSENTS = objects(
  'a list of { risk, address }, and a removal names an address',
  ({ risk, address }) =>
    CONSENT_NAMES.some((name) => name === risk) &&
    (typeof address === 'string' || !REMOVAL_RISKS.some((removal) => removal === risk)),
);
const A_WAIT: Expected = {
  what: 'a number of milliseconds from 0 to 86400000',
  fits: (value) => value === undefined || (typeof value === 'number' && value >= 0 && value <= 86_400_000),
};
const A_PROJECT: Expected = {
  what: 'the result of loadProject',
  fits: (value) => isObject(value) && Array.isArray(value['files']) && Array.isArray(value['findings']),
};

const A_RUN: Expected = {
  what: 'the id of a run, or a list of ids',
  fits: (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) && value.length > 0 && value.every((member) => typeof member === 'string')),
};
const PLANNING = { targets: ADDRESSES, allow: CONSENTS, overwrite: ADDRESSES, concurrency: A_COUNT };
const APPLYING = {
  ...{ concurrency: A_COUNT, skipBlocked: A_FLAG, confirm: A_NUMBER, saved: A_FLAG, reviewed: A_STRING },
  whenLocked: A_FUNCTION,
};

const A_PLAN: Expected = {
  what: 'the result of plan or revert',
  fits: (value) => isObject(value) && value['format'] === PLAN_FORMAT,
};

/** The main members of a plan. A plan from a file is checked by its schema, and created again before it is applied. */
const PLAN: Readonly<Record<string, Expected>> = {
  origin: AN_OBJECT,
  account: AN_OBJECT,
  fingerprint: { what: 'an object with resources', fits: (value) => isObject(value) && isObject(value['resources']) },
  createdAt: A_STRING,
  expiresAt: A_STRING,
  targets: strings('a list of addresses'),
  allowed: CONSENTS,
  overwrite: strings('a list of addresses'),
  summary: AN_OBJECT,
  changes: objects('a list of changes', ({ fields, risks }) => Array.isArray(fields) && Array.isArray(risks)),
  calls: objects('a list of calls', ({ covers, expects }) => Array.isArray(covers) && isObject(expects)),
  adopt: objects('a list of records', ({ address }) => typeof address === 'string'),
  open: { what: 'a list of calls, or nothing', fits: (value) => value === undefined || Array.isArray(value) },
  files: { what: 'an object, or nothing', fits: (value) => value === undefined || isObject(value) },
  moved: { what: 'a list of addresses, or nothing', fits: (value) => value === undefined || Array.isArray(value) },
  renamed: { what: 'an object, or nothing', fits: (value) => value === undefined || isObject(value) },
  unproven: { what: 'a list of addresses, or nothing', fits: (value) => value === undefined || Array.isArray(value) },
  findings: objects('a list of findings', ({ code }) => typeof code === 'string'),
};
