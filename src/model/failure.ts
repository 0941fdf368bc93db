/** What an error means to a program that schedules the work: its kind, and whether the same work can succeed later. */

export const FAILURE_KINDS = ['auth', 'rate', 'busy', 'config', 'transport', 'refused'] as const;
/**
 * auth: the credentials do not serve: the account is asked for new ones. rate: a limit of calls. busy: somebody else writes the ledger, or
 * the service holds the account. config: the call, the files or the ledger need a person. transport: no usable reply, or none of the
 * service's own. refused: a guard, or the service, does not let it happen.
 */
export type FailureKind = (typeof FAILURE_KINDS)[number];

export interface Failure {
  readonly kind: FailureKind;
  /**
   * The same plan, apply or read can succeed later, without anybody changing anything. Of a single write it says nothing:
   * `mayHaveHappened` does.
   */
  readonly retryable: boolean;
  /** Milliseconds to wait before that, as far as the service said. */
  readonly retryAfterMs?: number;
}

/** Kind, and whether it is retryable. */
export type Verdict = readonly [FailureKind, boolean];

/** `usual`: of the errors of its class. `cause`: of a token that could not be had: what stood in the way counts. */
export function verdictOf(code: string, usual: Verdict, cause?: Failure): Verdict {
  if (cause !== undefined && BY_CAUSE.has(code)) return [cause.kind, cause.retryable];
  const [, status] = /^(?:api|host)-(\d{3})$/.exec(code) ?? [];
  return BY_CODE[code] ?? (status === undefined ? usual : byStatus(Number(status)));
}

/** What other errors of its class are not. */
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
    // Not implemented, and an HTTP version that is not supported.
    case 501:
    case 505:
      return ['transport', false];
    default:
      if (status >= 500) return ['transport', true];
      return status >= 400 ? ['refused', false] : ['transport', false];
  }
}
