/** Fills `${env.NAME}` and `${values.name}` into the texts of a document; `\${` stands for a literal `${`. */

import type { Finding } from '../model/finding.ts';
import type { Json } from '../model/json.ts';
import { didYouMean } from '../model/nearest.ts';
import type { ParsedFile } from './document.ts';
import type { Path } from './place.ts';
import { NAME } from './schema-account.ts';

export type Env = Readonly<Record<string, string | undefined>>;
/** Undefined: the value is there, and could not be filled in; that is said where it stands. */
export type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** What may be filled in at one part of the document. */
export interface Scope {
  readonly env: Env;
  /** unknown: no account is chosen, so nothing is said about values. none: not available at this part. */
  readonly values: Values | 'unknown' | 'none';
  /** True: a variable that is not set is no error; its text stays unfilled. */
  readonly lenient: boolean;
  /** Code of the finding for a variable that is not set. */
  readonly unset: 'env-unset' | 'credential-unset';
  /** Severity of that finding. */
  readonly missing: 'error' | 'info';
}

/** A text that came whole from one interpolation, and where it stands, so that it can become a number where one is expected. */
export interface WholeText {
  readonly path: Path;
  readonly text: string;
  set(value: Json): void;
}

export interface Filled {
  readonly value: Json;
  readonly findings: readonly Finding[];
  /** Texts that could not be filled; they stand as written. */
  readonly unfilled: readonly Path[];
  readonly whole: readonly WholeText[];
}

/** Interpolations of one text that are reported; a text with more is broken altogether. */
const REPORTED = 20;

const HOLE = /\\\$\{|\$\{([^{}\n]*)\}|\$\{/g;
const WHOLE = /^\$\{([^{}\n]*)\}$/;

/** @param scopeAt undefined for a text that is not to be touched, such as a secret */
export function interpolate(document: ParsedFile, scopeAt: (path: Path) => Scope | undefined): Filled {
  const findings: Finding[] = [];
  const unfilled: Path[] = [];
  const whole: WholeText[] = [];

  /** Undefined when it could not be filled. */
  function lookUp(name: string, scope: Scope, path: Path, index: number): string | number | boolean | undefined {
    const found = resolveName(name, scope);
    if (typeof found !== 'object') return found;
    if (found.code !== undefined && index < REPORTED) {
      const { code, message, hint } = found;
      const provenance = document.hole(path, index);
      const severity = code === scope.unset ? scope.missing : 'error';
      findings.push({ code, severity, message, ...(hint === undefined ? {} : { hint }), provenance });
    }
    return undefined;
  }

  function text(raw: string, path: Path, scope: Scope, set: (value: Json) => void): Json {
    const only = WHOLE.exec(raw);
    if (only !== null) {
      const value = lookUp(only[1] ?? '', scope, path, 0);
      if (value === undefined) unfilled.push(path);
      else if (typeof value === 'string') whole.push({ path, text: value, set });
      return value ?? raw;
    }
    let index = -1;
    let complete = true;
    const filled = raw.replace(HOLE, (match, name: string | undefined) => {
      index += 1;
      if (match.startsWith('\\')) return '${';
      const value = lookUp(name ?? UNCLOSED, scope, path, index);
      if (value === undefined) complete = false;
      return String(value ?? match);
    });
    if (!complete) unfilled.push(path);
    return filled;
  }

  function fill(value: Json, path: Path, set: (value: Json) => void): Json {
    if (typeof value === 'string') {
      const scope = value.includes('${') ? scopeAt(path) : undefined;
      return scope === undefined ? value : text(value, path, scope, set);
    }
    if (typeof value !== 'object' || value === null || !document.holed.has(value)) return value;
    if (isList(value)) {
      const list: Json[] = [];
      for (const [index, item] of value.entries()) {
        list[index] = fill(item, [...path, index], (next) => {
          list[index] = next;
        });
      }
      return list;
    }
    const mapping: Record<string, Json> = {};
    for (const [key, item] of Object.entries(value)) {
      mapping[key] = fill(item, [...path, key], (next) => {
        mapping[key] = next;
      });
    }
    return mapping;
  }

  const value = fill(document.value ?? {}, [], () => undefined);
  return { value, findings, unfilled, whole };
}

/** Array.isArray that keeps readonly lists apart from mappings. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

const UNCLOSED = '\u0000';

interface Failure {
  /** Undefined: nothing to report. */
  readonly code?: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

function resolveName(name: string, scope: Scope): string | number | boolean | Failure {
  if (name === UNCLOSED) {
    return { code: 'interpolation-malformed', message: 'This interpolation has no closing brace.', hint: ESCAPE };
  }
  if (name !== name.trim()) {
    const hint = `Write \${${name.trim()}}.`;
    return { code: 'interpolation-malformed', message: 'An interpolation has no blanks inside its braces.', hint };
  }
  const dot = name.indexOf('.');
  const space = name.slice(0, Math.max(dot, 0));
  const key = name.slice(dot + 1);
  if (space !== 'env' && space !== 'values') {
    return { code: 'interpolation-unknown', message: 'Only env.NAME and values.name can be filled in.', hint: ESCAPE };
  }
  if (!NAME.test(key)) {
    const message = `A name after \`${space}.\` has letters, digits and underscores, no digit first.`;
    return { code: 'interpolation-malformed', message, hint: ESCAPE };
  }
  return space === 'env' ? fromEnv(key, scope) : fromValues(key, scope);
}

const ESCAPE = `Write \\\${ for a literal \${.`;

function fromEnv(name: string, scope: Scope): string | Failure {
  const found = scope.env[name];
  if (typeof found === 'string') return found;
  const message = `The environment variable ${name} is not set.`;
  return scope.lenient ? { message } : { code: scope.unset, message, hint: `Set ${name} before the run.` };
}

function fromValues(name: string, scope: Scope): string | number | boolean | Failure {
  const { values } = scope;
  if (values === 'unknown') return { message: 'No account is chosen.' };
  if (values === 'none') {
    const message = 'Values are not available in the accounts section, where they are defined.';
    return { code: 'values-unavailable', message, hint: 'Write the value out, or use env.NAME.' };
  }
  const found = Object.hasOwn(values, name) ? values[name] : undefined;
  if (found !== undefined) return found;
  if (Object.hasOwn(values, name)) return { message: 'It is said where the value stands.' };
  const message = `The account has no value \`${name}\`.`;
  const hint = didYouMean(name, Object.keys(values)) ?? `Add \`${name}\` to the values of the account.`;
  return { code: 'value-unset', message, hint };
}
