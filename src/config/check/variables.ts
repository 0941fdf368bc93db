/** Resolves a name between `${` and `}` to an environment variable or a value of the account, or explains the refusal. */

import { didYouMean } from '../../model/nearest.ts';
import { NAME } from '../schema/account.ts';

export type Env = Readonly<Record<string, string | undefined>>;
/** An undefined value exists but could not be interpolated, which is reported at its position. */
export type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** Names that can be interpolated in a part of the document. */
export interface Scope {
  readonly env: Env;
  /** Returns why a variable may not be used here although it is set. Returns undefined if it may. */
  refusal(name: string): Failure | undefined;
  /** `unknown`: an account is still to be chosen, so values are not checked. `none`: this part has no values. */
  readonly values: Values | 'unknown' | 'none';
  /** True if an unset variable is not an error. Its string stays as written. */
  readonly lenient: boolean;
  /** Code of the finding for a variable that is not set. */
  readonly unset: 'env-unset' | 'credential-unset';
  /** Severity of that finding. */
  readonly missing: 'error' | 'info';
  /** Variables that are credentials and must not be interpolated here. */
  readonly secrets: ReadonlySet<string>;
}

/** Replaces a name without a closing brace. */
export const UNCLOSED = '\u0000';

export interface Failure {
  /** Undefined if there is nothing to report. */
  readonly code?: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

export function resolveName(name: string, scope: Scope): string | number | boolean | Failure {
  if (name === UNCLOSED) {
    return { code: 'interpolation-malformed', message: 'This interpolation has no closing brace.', hint: ESCAPE };
  }
  if (name !== name.trim()) {
    const hint = `Write \${${name.trim()}}.`;
    return { code: 'interpolation-malformed', message: 'An interpolation cannot have spaces inside its braces.', hint };
  }
  const dot = name.indexOf('.');
  const space = name.slice(0, Math.max(dot, 0));
  const key = name.slice(dot + 1);
  if (space !== 'env' && space !== 'values') {
    return {
      code: 'interpolation-unknown',
      message: 'Only env.NAME and values.name can be interpolated.',
      hint: ESCAPE,
    };
  }
  if (!NAME.test(key)) {
    const message = `A name after \`${space}.\` has letters, digits and underscores and does not start with a digit.`;
    return { code: 'interpolation-malformed', message, hint: ESCAPE };
  }
  return space === 'env' ? fromEnv(key, scope) : fromValues(key, scope);
}

const ESCAPE = `Write \\\${ for a literal \${.`;

function fromEnv(name: string, scope: Scope): string | Failure {
  if (scope.secrets.has(name)) {
    const message = `The variable ${name} is a credential and can only be used where a secret is expected.`;
    return {
      code: 'secret-outside-auth',
      message,
      hint: 'Use another variable: this value is shown, sent and stored.',
    };
  }
  const refused = scope.refusal(name);
  if (refused !== undefined) return scope.lenient ? { message: refused.message } : refused;
  const found = scope.env[name];
  if (typeof found === 'string') return found;
  const message = `The environment variable ${name} is not set.`;
  return scope.lenient ? { message } : { code: scope.unset, message, hint: `Set ${name} before the run.` };
}

function fromValues(name: string, scope: Scope): string | number | boolean | Failure {
  const { values } = scope;
  if (values === 'unknown') return { message: 'No account is chosen.' };
  if (values === 'none') {
    const message = 'Values belong to one account, so they are not available in accounts, apps and fleet.';
    return { code: 'values-unavailable', message, hint: 'Write the value out, or use env.NAME.' };
  }
  const found = Object.hasOwn(values, name) ? values[name] : undefined;
  if (found !== undefined) return found;
  if (Object.hasOwn(values, name)) return { message: 'The value itself is reported.' };
  const message = `The account has no value \`${name}\`.`;
  const hint = didYouMean(name, Object.keys(values)) ?? `Add \`${name}\` to the values of the account.`;
  return { code: 'value-unset', message, hint };
}
