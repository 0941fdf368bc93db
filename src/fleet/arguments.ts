/** Checks the arguments of a fleet before anything is done: all that is wrong with one call is told at once. */

import { requireOptions, UsageError } from '../errors.ts';
import {
  A_FLAG,
  A_FUNCTION,
  A_STRING,
  AN_OBJECT,
  type Expected,
  having,
  requireArguments,
  requireOptionsOf,
  strings,
} from '../model/arguments.ts';
import { FAILED_FOR } from '../model/rollout.ts';
import { A_HUB, A_TEXT } from './store/storable.ts';
import type { FleetOptions } from './types.ts';

const NEEDS = {
  database: 'of openDatabase',
  prepared: 'of prepare',
  installations: 'of installations',
  tokens: 'of accountTokens',
} as const;

/** Throws UsageError `options-missing`, `argument-invalid`. */
export function requireFleetOptions(options: FleetOptions): void {
  requireOptions('createFleet', options, NEEDS);
  requireOptionsOf('createFleet', options, {
    database: having('the result of openDatabase', 'query', 'close'),
    prepared: having('the result of prepare', 'forAccount', 'fleet', 'digest'),
    installations: having('the result of installations', 'find', 'list'),
    tokens: A_FUNCTION,
    account: A_FUNCTION,
    transport: having('such as undiciTransport() of trueup/client', 'send', 'close'),
    onExchange: A_FUNCTION,
    onWarning: A_FUNCTION,
    telemetry: having('the result of openTelemetry of trueup/telemetry', 'operation', 'exchange', 'waiting'),
    thresholds: { ...AN_OBJECT, what: 'an object of thresholds' },
    timeoutMs: A_SPAN,
    pollMs: A_SPAN,
  });
}

/** Of plan, revert and drift. Throws UsageError `argument-invalid`. */
export function requireRolloutOptions(called: 'plan' | 'revert' | 'drift', options: unknown): void {
  requireOptionsOf(called, options, {
    ...WORKING,
    ...{ waves: A_STRING, note: A_TEXT, by: A_TEXT, resume: A_STRING },
    labels: {
      what: 'an object of texts without a zero character',
      fits: (value) => AN_OBJECT.fits(value) && Object.entries(Object(value)).flat().every(A_TEXT.fits),
    },
    hubIds: {
      what: 'a list of account ids',
      fits: (value) => Array.isArray(value) && value.every(A_HUB.fits),
    },
  });
}

/** Throws UsageError `argument-invalid`. */
export function requireWho(called: 'pause' | 'resume' | 'abort' | 'retry' | 'rollout', who: unknown): void {
  requireOptionsOf(called, who, {
    by: A_TEXT,
    ...(called === 'rollout' && { althoughNewer: A_FLAG, althoughUnderWay: A_FLAG }),
  });
}

/** Throws UsageError `argument-invalid`. */
export function requireWorking(called: 'work' | 'replan', options: unknown): void {
  requireOptionsOf(called, options, { ...WORKING, untilDone: A_FLAG, onLeft: A_FUNCTION });
}

/** Throws UsageError `argument-invalid`. */
export function requireApproving(given: object): void {
  requireArguments('approve', { approving: given }, { approving: AN_OBJECT });
  const { by, ...optional } = APPROVING;
  const each = Object.entries(optional).map(([name, expected]) => [name, orNothing(expected)] as const);
  requireArguments('approve', { ...given }, { ...Object.fromEntries(each), by });
}

/** Throws UsageError `argument-invalid`. */
export function requireHub(called: 'ledger', hubId: unknown): void {
  requireArguments(called, { hubId }, { hubId: A_HUB });
}

/** Throws UsageError `argument-invalid`. */
export function requireReason(because: string | undefined): void {
  if (because === undefined || FAILED_FOR.some((one) => one === because)) return;
  throw new UsageError('argument-invalid', `Nothing fails for the reason ${JSON.stringify(because)}.`, {
    hint: `Pass one of ${FAILED_FOR.join(', ')}.`,
  });
}

const APPROVING = {
  names: strings('a list of shapes'),
  all: A_FLAG,
  overThreshold: strings('a list of thresholds'),
  by: A_TEXT,
} as const;

function orNothing({ what, fits }: Expected): Expected {
  return { what: `${what}, or nothing`, fits: (value) => value === undefined || fits(value) };
}

const A_SPAN: Expected = {
  what: 'a number of milliseconds from 1 to 86400000',
  fits: (value) => typeof value === 'number' && value >= 1 && value <= 86_400_000,
};

const WORKING: Readonly<Record<string, Expected>> = {
  slots: {
    what: 'a whole number from 1, such as 16',
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  },
  signal: { what: 'an AbortSignal', fits: (value) => value instanceof AbortSignal },
};
