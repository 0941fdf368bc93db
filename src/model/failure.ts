/** Meaning of an error for a program that schedules the work: its kind, and whether the same work can succeed later. */

export const FAILURE_KINDS = ['auth', 'rate', 'busy', 'config', 'transport', 'refused'] as const;
/**
 * `auth`: the credentials are rejected, and the account needs new credentials. `rate`: a limit of calls. `busy`: another run writes the
 * ledger, or the service locks the account. `config`: a user must correct the call, the files or the ledger. `transport`: the reply is
 * missing, unusable, or not from the service. `refused`: a guard or the service rejects the work.
 */
export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface Failure {
  readonly kind: FailureKind;
  /** True if the same plan, apply or read can succeed later without a change by a user. For a single write, use `mayHaveHappened`. */
  readonly retryable: boolean;
  /** Milliseconds to wait before a retry. Absent if the service did not tell. */
  readonly retryAfterMs?: number;
}

/** Kind, and whether the failure is retryable. */
export type Verdict = readonly [FailureKind, boolean];

/**
 * `usual` is the verdict of the error class. `cause` is the underlying failure, such as that of a token request. Its verdict counts for the
 * codes in BY_CAUSE.
 */
export function findVerdict(code: string, usual: Verdict, cause?: Failure): Verdict {
  if (cause !== undefined && BY_CAUSE.has(code)) return [cause.kind, cause.retryable];
  const [, status] = /^(?:api|host)-(\d{3})$/.exec(code) ?? [];
  return BY_CODE[code] ?? (status === undefined ? usual : byStatus(Number(status)));
}

/** Verdicts of codes that differ from their class. */
const BY_CODE: Readonly<Record<string, Verdict>> = {
  'token-unavailable': ['auth', true],
  'token-command-failed': ['auth', true],
  'authorization-timeout': ['auth', true],
  'token-malformed': ['config', false],
  'token-missing': ['config', false],
  'no-credentials': ['config', false],
  'no-refresh-token': ['config', false],

  'wait-too-long': ['rate', true],

  'ledger-locked': ['busy', true],
  'ledger-lock-lost': ['busy', true],
  'ledger-busy': ['busy', true],
  'ledger-disk': ['transport', true],
  'database-unavailable': ['transport', true],
  'database-read-only': ['transport', true],
  'database-full': ['config', false],
  'database-unusable': ['config', false],

  'insecure-address': ['config', false],
  'request-invalid': ['config', false],
  'transport-closed': ['config', false],
  'proxy-refused': ['config', false],
  'tls-failed': ['transport', false],
  'reply-too-large': ['transport', false],
  'reply-breaks-contract': ['transport', false],

  'plan-malformed': ['config', false],
  'notice-refused': ['transport', true],
  aborted: ['transport', false],
  interrupted: ['transport', false],
};

const BY_CAUSE: ReadonlySet<string> = new Set(['token-unavailable', 'ledger-database']);

function byStatus(status: number): Verdict {
  switch (status) {
    case 401:
    case 403:
      return ['auth', false];
    case 429:
      return ['rate', true];
    case 423:
    case 477:
      return ['busy', true];
    case 408:
    case 499:
      return ['transport', true];
    // The service does not implement the request or the HTTP version.
    case 501:
    case 505:
      return ['transport', false];
    default:
      if (status >= 500) return ['transport', true];
      return status >= 400 ? ['refused', false] : ['transport', false];
  }
}
