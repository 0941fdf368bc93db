/** The error taxonomy: errors are thrown when the run cannot continue. Findings and outcomes are data, not errors. */

import { type Failure, type FailureKind, findVerdict, type Verdict } from './model/failure.ts';
import { countOf, type Finding } from './model/finding.ts';
import type { Advice, Fix } from './model/fix.ts';

export interface ErrorDetails extends Advice {
  readonly cause?: unknown;
  /** Milliseconds after which the service says that it can be tried again. */
  readonly retryAfterMs?: number | undefined;
}

/** Base class of the errors of trueup. `code` is stable, in lower case with dashes. */
export class TrueupError extends Error {
  /** Failure of its errors, unless their code has another. */
  protected static readonly verdict: Verdict = ['refused', false];
  readonly code: string;
  readonly kind: FailureKind;
  /** True if the same plan, apply or read can succeed later without a change by a user. For a write, also see `mayHaveHappened`. */
  readonly retryable: boolean;
  /** Milliseconds to wait before that, if the service named a time. */
  readonly retryAfterMs: number | undefined;
  readonly hint: string | undefined;
  readonly fix: readonly Fix[] | undefined;
  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    const cause = readFailure(details.cause);
    [this.kind, this.retryable] = findVerdict(code, new.target.verdict, cause);
    this.retryAfterMs = this.retryable ? (details.retryAfterMs ?? cause?.retryAfterMs) : undefined;
    this.hint = details.hint;
    this.fix = details.fix;
  }
}

/** Returns the advice of an error of trueup. */
export function readAdvice(error: unknown): Advice {
  if (!(error instanceof TrueupError)) return {};
  const { hint, fix } = error;
  return { ...(hint === undefined ? {} : { hint }), ...(fix === undefined ? {} : { fix }) };
}

/** Returns the failure of an error of trueup, for a program that schedules the work. Returns undefined for any other error. */
export function readFailure(error: unknown): Failure | undefined {
  if (!(error instanceof TrueupError)) return undefined;
  const { kind, retryable, retryAfterMs } = error;
  return { kind, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** The command line or the library was called wrongly. */
export class UsageError extends TrueupError {
  protected static override readonly verdict: Verdict = ['config', false];
}

/** Options that a JavaScript caller left out, all in one error. */
export function requireOptions(
  called: string,
  given: object | undefined,
  needed: Readonly<Record<string, string>>,
): void {
  const held = new Map(Object.entries(given ?? {}));
  const missing = Object.entries(needed).filter(([name]) => held.get(name) == null);
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(', ');
  throw new UsageError('options-missing', `${called} was called without ${names}.`, {
    hint: `Pass ${missing.map(([name, what]) => `${name} (${what})`).join(', ')}.`,
  });
}

/** The configuration, or another file that a run needs, is invalid; carries every finding. */
export class ConfigError extends TrueupError {
  protected static override readonly verdict: Verdict = ['config', false];
  readonly findings: readonly Finding[];
  /** The number of errors, for output that lists the findings. */
  readonly summary: string;
  constructor(findings: readonly Finding[], subject = 'The configuration') {
    const errors = countOf(findings, 'error');
    const summary = `${subject} has ${errors} ${errors === 1 ? 'error' : 'errors'}`;
    super('config-invalid', `${[summary, ...firstErrors(findings, errors)].join(': ')}.`, {
      hint: 'The findings property of this error lists each error with its position and its remedy.',
    });
    this.findings = findings;
    this.summary = `${summary}.`;
  }
}

const SHOWN_ERRORS = 3;

/** Empty if no finding is an error. */
function firstErrors(findings: readonly Finding[], errors: number): readonly string[] {
  const shown = findings.filter(({ severity }) => severity === 'error').slice(0, SHOWN_ERRORS);
  if (shown.length === 0) return [];
  const sentences = shown.map(({ message, provenance }) => {
    const position = provenance && `${provenance.file}:${provenance.line}:${provenance.column}: `;
    return `${position ?? ''}${message.replace(/\.$/, '')}`;
  });
  const more = errors > shown.length ? [`and ${errors - shown.length} more`] : [];
  return [[...sentences, ...more].join('; ')];
}

/** Token refused, refresh refused, wrong account, or a scope is missing. */
export class AuthError extends TrueupError {
  protected static override readonly verdict: Verdict = ['auth', false];
}

/** Use of a token: the address that it was sent to, and its source (`in SANDBOX_TOKEN`). */
export interface TokenUse {
  readonly baseUrl: string;
  readonly origin: string;
}

export interface ApiFailure extends ErrorDetails {
  readonly endpoint: string;
  readonly status: number;
  readonly category?: string | undefined;
  readonly subCategory?: string | undefined;
  /** Texts of the body and its details. */
  readonly codes?: readonly string[] | undefined;
  readonly correlationId?: string | undefined;
  readonly requiredScopes?: readonly string[] | undefined;
  /** Number of times that the request was sent, from 1. Above 1, an earlier attempt may have taken effect. */
  readonly attempts?: number | undefined;
  /** True if a try of the call may have taken effect, even if the last reply denies it. */
  readonly inDoubt?: boolean | undefined;
  /** True if the service lacks the path itself, so that a 404 is about the path. */
  readonly gone?: boolean | undefined;
}

/** The service answered with a failure status. */
export class ApiError extends TrueupError {
  readonly endpoint: string;
  readonly status: number;
  readonly category: string | undefined;
  readonly subCategory: string | undefined;
  readonly codes: readonly string[];
  readonly correlationId: string | undefined;
  readonly requiredScopes: readonly string[];
  readonly attempts: number;
  readonly inDoubt: boolean;
  /** True if the service lacks the path itself, so that a 404 is about the path. */
  readonly gone: boolean;
  constructor(message: string, failure: ApiFailure) {
    super(`api-${failure.status}`, message, failure);
    this.endpoint = failure.endpoint;
    this.status = failure.status;
    this.category = failure.category;
    this.subCategory = failure.subCategory;
    this.codes = failure.codes ?? [];
    this.correlationId = failure.correlationId;
    this.requiredScopes = failure.requiredScopes ?? [];
    this.attempts = failure.attempts ?? 1;
    this.inDoubt = failure.inDoubt ?? false;
    this.gone = failure.gone ?? false;
  }

  /** Returns this refusal with the advice and the words of its caller. */
  advising(advice: Advice, message = this.message): ApiError {
    const { hint: _hint, fix: _fix, ...failure } = this;
    return new ApiError(message, { ...failure, ...advice, cause: this });
  }
}

/** No usable reply. `sent` is `no` if the request stayed on this machine; otherwise the service may have acted. */
export class TransportError extends TrueupError {
  protected static override readonly verdict: Verdict = ['transport', true];
  readonly sent: 'no' | 'maybe';
  constructor(code: string, message: string, details: ErrorDetails & { readonly sent: 'no' | 'maybe' }) {
    super(code, message, details);
    this.sent = details.sent;
  }
}

/** A 2xx reply that does not match the contract; names the endpoint and the member. */
export class ContractError extends TrueupError {
  readonly endpoint: string;
  readonly issues: readonly string[];
  constructor(endpoint: string, issues: readonly string[], details: ErrorDetails = {}) {
    super(
      'reply-breaks-contract',
      `The reply to ${endpoint} does not match the interface: ${issues.join('; ')}.`,
      details,
    );
    this.endpoint = endpoint;
    this.issues = issues;
  }
}

/** The ledger is unreadable, newer, of another account, or locked. */
export class LedgerError extends TrueupError {
  protected static override readonly verdict: Verdict = ['config', false];
  /** App whose ledger another run holds. Undefined for other faults, and for the ledger of the account. */
  readonly app: string | undefined;
  constructor(code: string, message: string, details: ErrorDetails & { readonly app?: string } = {}) {
    super(code, message, details);
    this.app = details.app;
  }
}

/** The basis of a saved plan changed since it was made. */
export class StalePlanError extends TrueupError {}

/** A plan needs another policy than the accepted policy in force. */
export class PolicyError extends TrueupError {}

/** The checkout differs from the default branch. */
export class OvertakenError extends TrueupError {}

/** GitHub, which keeps a ledger on a branch, answered with a failure status or an unreadable body. */
export class HostError extends TrueupError {
  readonly status: number;
  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(`host-${status}`, message, details);
    this.status = status;
  }
}

/** Beginning of the message of a refusal; the first finding follows. */
export const REFUSED = 'Refused before any write';

/** A guard refused before any write; carries the findings. */
export class UnsafePlanError extends TrueupError {
  readonly findings: readonly Finding[];
  constructor(message: string, findings: readonly Finding[], details: ErrorDetails = {}) {
    super('refused', message, details);
    this.findings = findings;
  }
}

/** Our bug: asks for a report. */
export class InternalError extends TrueupError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('internal', message, {
      hint: 'This is a bug in trueup. Please report it, with the command you ran.',
      ...details,
    });
  }
}

/** Returns true if a write that ended in this error may have taken effect, so unless each of its tries was refused. */
export function mayHaveHappened(error: unknown): boolean {
  if (error instanceof TransportError) return error.sent === 'maybe';
  if (error instanceof ApiError) return error.inDoubt || !isRefusal(error.status);
  return error instanceof ContractError;
}

/**
 * Returns true if this status says that the service did not act on the request. Other failures leave that open. A redirect can follow the effect (303). A relay that gave up waiting may have passed the request on (408, 499, 5xx). 406 can be decided afterwards.
 */
export function isRefusal(status: number): boolean {
  return REFUSALS.has(status);
}

const REFUSALS: ReadonlySet<number> = new Set([
  ...[400, 401, 402, 403, 404, 405, 407, 409, 410, 411, 413, 414, 415, 417],
  ...[421, 422, 423, 425, 426, 428, 429, 431, 437, 451, 477],
]);

/** The message, for output that lists the findings of the error. */
export function readSummary(error: TrueupError): string {
  return error instanceof ConfigError ? error.summary : error.message;
}

/** Returns the message of a caught value. */
export function formatSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
