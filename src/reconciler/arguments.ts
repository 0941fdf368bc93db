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
    async plan(options) {
      requireOptionsOf('plan', options, { ...PLANNING, terms: AN_OBJECT });
      return reconciler.plan(options);
    },
    async revert(options) {
      requireOptionsOf('revert', options, { ...PLANNING, run: A_RUN });
      return reconciler.revert(options);
    },
    async recover(reviewed, options) {
      requireArguments('recover', { reviewed }, { reviewed: { ...A_STRING, what: 'the digest of a plan' } });
      requireOptionsOf('recover', options, { whenLocked: A_FUNCTION });
      return reconciler.recover(reviewed, options);
    },
    async apply(plan, options) {
      requireArguments('apply', { plan }, { plan: A_PLAN });
      requireArguments('apply', { ...plan }, PLAN);
      requireOptionsOf('apply', options, APPLYING);
      return reconciler.apply(plan, options);
    },
    async list(options) {
      requireOptionsOf('list', options, {
        kind: A_STRING,
        objects: strings('a list of object types'),
        undeclared: A_FLAG,
        concurrency: A_COUNT,
      });
      return reconciler.list(options);
    },
    async explain(address) {
      requireArguments('explain', { address }, { address: { ...A_STRING, what: 'an address' } });
      return reconciler.explain(address);
    },
    async pull(options) {
      requireOptionsOf('pull', options, {
        patterns: strings('a list of patterns'),
        objects: strings('a list of object types'),
        include: strings('a list of patterns'),
        drift: A_FLAG,
        single: A_FLAG,
        folder: { what: FOLDER_FORM, fits: (value) => typeof value === 'string' && isFolderName(value) },
        concurrency: A_COUNT,
      });
      return reconciler.pull(options);
    },
    async snapshot(options) {
      requireOptionsOf('snapshot', options, SNAPSHOT);
      return reconciler.snapshot(options);
    },
    declared(options) {
      requireOptionsOf('declared', options, SNAPSHOT);
      return reconciler.declared(options);
    },
    async compare(left, options) {
      requireArguments('compare', { left }, { left: having('the result of snapshot or declared', 'isMeant', 'isOwn') });
      requireOptionsOf('compare', options, { concurrency: A_COUNT });
      return reconciler.compare(left, options);
    },
    ledger: {
      ...ledger,
      async whenFree(timeoutMs) {
        if (timeoutMs !== undefined) requireArguments('ledger.whenFree', { timeoutMs }, { timeoutMs: A_WAIT });
        return ledger.whenFree(timeoutMs);
      },
      async forget(addresses) {
        requireArguments('ledger.forget', { addresses }, { addresses: ADDRESSES });
        return ledger.forget(addresses);
      },
      async settle(addresses, as) {
        requireArguments('ledger.settle', { addresses, as }, { addresses: ADDRESSES, as: SETTLED });
        return ledger.settle(addresses, as);
      },
      async adopt(addresses, options) {
        requireArguments('ledger.adopt', { addresses }, { addresses: ADDRESSES });
        requireOptionsOf('ledger.adopt', options, {
          overwrite: A_FLAG,
          pulled: { ...AN_OBJECT, what: 'the result of pull' },
        });
        return ledger.adopt(addresses, options);
      },
    },
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
    surface: { what: SURFACES.join(' or '), fits: (value) => SURFACES.some((one) => one === value) },
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
const SNAPSHOT = {
  patterns: strings('a list of patterns'),
  objects: strings('a list of object types'),
  include: strings('a list of patterns'),
  concurrency: A_COUNT,
};
const CONSENTS = objects(
  'a list of { risk, address }, and a removal names an address',
  ({ risk, address }) =>
    CONSENT_NAMES.some((name) => name === risk) &&
    (typeof address === 'string' || !REMOVAL_RISKS.some((removal) => removal === risk)),
);
const A_WAIT: Expected = {
  what: 'a number of milliseconds from 0 to 86400000',
  fits: (value) => typeof value === 'number' && value >= 0 && value <= 86_400_000,
};
const A_PROJECT: Expected = {
  what: 'the result of loadProject',
  fits: (value) => isObject(value) && Array.isArray(value['files']) && Array.isArray(value['findings']),
};

const A_RUN: Expected = {
  what: 'the id of a run, or a list of ids',
  fits: (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')),
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
  doubtful: { what: 'a list of addresses, or nothing', fits: (value) => value === undefined || Array.isArray(value) },
  findings: objects('a list of findings', ({ code }) => typeof code === 'string'),
};
