/** Interpolates `${env.NAME}` and `${values.name}` in the strings of a document. `\${` is a literal `${`. */

import { hasPassword } from '../../contract/address-secrets.ts';
import { defined } from '../../contract/defined.ts';
import { HIDDEN } from '../../contract/scrub.ts';
import type { Finding } from '../../model/finding.ts';
import { isList, type Json } from '../../model/json.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { buildFindingAt, type Path } from '../yaml/position.ts';
import { resolveName, type Scope, UNCLOSED } from './variables.ts';

/** A string that is a single interpolation, with its path. It can become a number if the schema expects a number. */
export interface WholeText {
  readonly path: Path;
  readonly text: string;
  set(value: Json): void;
}

export interface Filled {
  readonly value: Json;
  readonly findings: readonly Finding[];
  /** Paths of strings that could not be interpolated. They stay as written. */
  readonly unfilled: readonly Path[];
  readonly whole: readonly WholeText[];
}

/** Maximum number of reported interpolations of a string. A string with more faults is broken as a whole. */
const REPORTED = 20;

const HOLE = /\\\$\{|\$\{([^{}\n]*)\}|\$\{/g;
const WHOLE = /^\$\{([^{}\n]*)\}$/;

/**
 * Interpolates all strings of a document.
 * @param scopeAt returns undefined for a string that must not be interpolated, such as a secret
 * @param isSecret returns true if a string contains the value of a credential. This is an error everywhere, in written and in interpolated
 * text.
 */
export function interpolate(
  document: ParsedFile,
  scopeAt: (path: Path) => Scope | undefined,
  isSecret: (text: string, path: Path) => boolean = () => false,
): Filled {
  const findings: Finding[] = [];
  const unfilled: Path[] = [];
  const whole: WholeText[] = [];

  /** Returns undefined if the name could not be interpolated. */
  function lookUp(name: string, scope: Scope, path: Path, index: number): string | number | boolean | undefined {
    const found = resolveName(name, scope);
    if (typeof found !== 'object') return found;
    if (found.code !== undefined && index < REPORTED) {
      const { code, message, hint } = found;
      const provenance = document.hole(path, index);
      const isAbsent = code === scope.unset || code === 'env-not-listed';
      const severity = isAbsent ? scope.missing : 'error';
      findings.push({ code, severity, message, ...defined({ hint }), provenance });
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
      const filled = scope === undefined ? value : text(value, path, scope, set);
      if (typeof filled !== 'string') return filled;
      if (isSecret(filled, path)) return hidden(path, 'value');
      return scope !== undefined && hasPassword(filled) ? hidden(path, 'value', WITH_PASSWORD) : filled;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (!document.holed.has(value) && isClean(value)) return value;
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
      if (isSecret(key, path)) hidden([...path, key], 'key');
      else {
        mapping[key] = fill(item, [...path, key], (next) => {
          mapping[key] = next;
        });
      }
    }
    return mapping;
  }

  /** Hides the value of a credential, even from other messages. */
  function hidden(path: Path, at: 'key' | 'value', exposed: Exposed = EXPOSED): Json {
    findings.push(buildFindingAt(document, { ...exposed, severity: 'error', path, at }));
    unfilled.push(path);
    return HIDDEN;
  }

  // An alias has the same value each time, so it is searched only once.
  const clean = new Set<object>();
  function isClean(value: Json): boolean {
    if (typeof value === 'string') return !isSecret(value, []);
    if (typeof value !== 'object' || value === null || clean.has(value)) return true;
    const holds = isList(value)
      ? value.some((item) => !isClean(item))
      : Object.entries(value).some(([key, item]) => isSecret(key, []) || !isClean(item));
    if (!holds) clean.add(value);
    return !holds;
  }

  const value = fill(document.value ?? {}, [], () => undefined);
  return { value, findings, unfilled, whole };
}

type Exposed = Pick<Finding, 'code' | 'message'> & { readonly hint: string };

const EXPOSED: Exposed = {
  code: 'secret-outside-auth',
  message: 'This contains the value of a credential.',
  hint: 'Remove it, and replace the credential if the file was ever committed: this value is shown, sent and stored.',
};

/** Only interpolated text is checked, because a variable can contain another address on another machine. */
const WITH_PASSWORD: Exposed = {
  code: 'secret-outside-auth',
  message: 'With its variables interpolated, this contains an address with a password.',
  hint: 'Use a variable that contains only the address, without USER:PASSWORD@. This value is shown, sent and stored.',
};
