/** Turns schema issues of a value into problems with a hint for the user. */

import type { z } from 'zod';
import { type Issue, parseWith } from '../../contract/parse-with.ts';
import { vendorWord } from '../../contract/vendor-words.ts';
import type { Json } from '../../model/json.ts';
import { nearForm } from '../../model/near-form.ts';
import { allowedOnes, didYouMean, nearest } from '../../model/nearest.ts';
import { allowedKeys, findExample, findKeySchema, findSchema, isOptionalAt } from '../schema/walk.ts';
import { type Path, type Problem, pathKey } from '../yaml/position.ts';
import { describeFound, expected, isSecretPath, quoted, typeHint } from '../yaml/shown.ts';
import { type Checked, findValue } from './checked.ts';

/** Keeps the message of the schema if it has one. It is empty if the issue type is self-explanatory. */
export const silent = { error: () => '' } as const;

export function describeProblems(checked: Checked, issues: readonly Issue[]): readonly Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(checked, issue, []));
}

/** Removes consequences of other issues: a key that is missing because it was misspelt, and a wrong type of further items of a list. */
export function withoutConsequences(checked: Checked, problems: readonly Problem[]): readonly Problem[] {
  const unknown = problems.filter((problem) => problem.code === 'unknown-key');
  const misspelt = new Set(unknown.map((problem) => nearKey(checked, problem)));
  const lists = new Set<string>();
  return problems.filter(({ code, path }) => {
    if (code === 'missing-key') return !misspelt.has(pathKey(path));
    if (code !== 'wrong-type' || typeof path.at(-1) !== 'number') return true;
    const list = pathKey(path.slice(0, -1));
    return !lists.has(list) && lists.add(list).size > 0;
  });
}

function nearKey({ schema }: Checked, { path }: Problem): string {
  const parent = path.slice(0, -1);
  const near = nearest(String(path.at(-1)), allowedKeys(schema, parent));
  return near === undefined ? '' : pathKey([...parent, near]);
}

/** zod does not check the value of an invalid key. Its problems should be reported in the same run. */
function belowBadKey(checked: Checked, path: Path, value: Json | undefined): readonly Problem[] {
  const part = findSchema(checked.schema, path);
  const result = part === undefined ? undefined : parseWith(part, value, silent);
  return result?.success === false ? result.issues.flatMap((issue) => problemsOfIssue(checked, issue, path)) : [];
}

function problemsOfIssue(checked: Checked, issue: Issue, above: Path): readonly Problem[] {
  const path: Path = [...above, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))];
  const value = findValue(checked.value, path);
  const error = { severity: 'error', path, at: 'value' } as const;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(checked, [...path, key]));
    case 'invalid_type':
      return [wrongType(checked, path, [issue.expected], value)];
    case 'invalid_union':
      return unionProblems(checked, issue, path, value);
    case 'invalid_key': {
      const own = issue.issues.map((inner) => inner.message).find((text) => text !== '');
      const key = String(path.at(-1));
      const message = own === undefined ? 'This key is invalid.' : formMessage(key, own);
      const hint = key.includes('${')
        ? 'Keys are not interpolated, only values.'
        : spelling(findKeySchema(checked.schema, path.slice(0, -1)), key);
      return [{ ...error, at: 'key', code: 'bad-key', message, ...hinted(hint) }, ...belowBadKey(checked, path, value)];
    }
    case 'invalid_element':
      return issue.issues.flatMap((inner) => problemsOfIssue(checked, inner, path));
    case 'invalid_value':
      return [unknownValue(checked, path, issue.values, value, issue.message)];
    case 'too_big':
    case 'too_small': {
      const range =
        issue.message === '' ? `${rangeMessage(issue)}${gotten(checked, path, value)}` : sentence(issue.message);
      const hint = issue.message === '' ? rangeHint(checked.schema, path, issue) : undefined;
      return [{ ...error, code: 'out-of-range', message: range, ...hinted(hint) }];
    }
    default: {
      const own =
        issue.message === '' ? `This value is invalid${gotten(checked, path, value)}` : sentence(issue.message);
      const schema = findSchema(checked.schema, path);
      const near = typeof value === 'string' && !isSecretPath(path) ? spelling(schema, value) : undefined;
      return [{ ...error, code: 'bad-form', message: own, ...hinted(near ?? writtenAs(schema)) }];
    }
  }
}

function unknownKey({ schema }: Checked, path: Path): Problem {
  const key = String(path.at(-1));
  const hint = ofAccount(schema, path) ?? didYouMean(key, allowedKeys(schema, path.slice(0, -1)));
  const message = `Unknown key ${quoted(key)}.`;
  return { code: 'unknown-key', severity: 'error', path, at: 'key', message, ...hinted(hint) };
}

/** Returns a hint for a key of an account at the top level of the file. */
function ofAccount(schema: Checked['schema'], path: Path): string | undefined {
  const [key] = path;
  if (path.length !== 1 || !allowedKeys(schema, ['accounts', 'name']).includes(String(key))) return undefined;
  const secrets = key === 'auth' ? ` A secret is not written in the file: name its variable, "\${env.NAME}".` : '';
  return `It belongs below an account: accounts.<name>.${String(key)}.${secrets}`;
}

function unknownValue(
  { document }: Checked,
  path: Path,
  values: readonly unknown[],
  value: Json | undefined,
  own: string,
): Problem {
  const allowed = values.map(String);
  if (value === undefined) {
    const message = `Missing key ${quoted(String(path.at(-1) ?? ''))}.`;
    return {
      code: 'missing-key',
      severity: 'error',
      path,
      at: 'key',
      message,
      hint: `Allowed: ${allowed.join(', ')}.`,
    };
  }
  const message = own
    ? sentence(own)
    : `Expected one of the allowed values, found ${describeFound(document, path, value)}.`;
  const unquoted = typeof value === 'string' && allowed.includes(value) ? 'Remove the quotes.' : undefined;
  const hint =
    unquoted ??
    (typeof value === 'string' ? (synonymHint(path, value, allowed) ?? didYouMean(value, allowed)) : undefined) ??
    `Allowed: ${allowed.join(', ')}.`;
  return { code: 'unknown-value', severity: 'error', path, at: 'value', message, hint };
}

function synonymHint(path: Path, value: string, allowed: readonly string[]): string | undefined {
  const word = vendorWord(String(path.at(-1)), value);
  return word !== undefined && allowed.includes(word) ? `Use \`${word}\`. Allowed: ${allowed.join(', ')}.` : undefined;
}

/**
 * Returns the message of the schema, or the alternative with the fewest issues. If no alternative has the type of the value, it lists all
 * expected types.
 */
function unionProblems(
  checked: Checked,
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: Path,
  value: Json | undefined,
): readonly Problem[] {
  if (issue.message !== '')
    return [{ code: 'bad-form', severity: 'error', path, at: 'value', message: sentence(issue.message) }];
  const [deep] = issue.errors
    .filter((issues) => issues.length > 0 && !issues.some((inner) => isTypeIssue(inner)))
    .toSorted((one, other) => Number(isAbout(one)) - Number(isAbout(other)) || one.length - other.length);
  if (deep !== undefined) return deep.flatMap((inner) => problemsOfIssue(checked, inner, path));
  const types = issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => (isTypeIssue(inner) ? [inner.expected] : [])),
  );
  if (types.length > 0) return [wrongType(checked, path, types, value)];
  const message = `This value is invalid${gotten(checked, path, value)}`;
  return [{ code: 'bad-form', severity: 'error', path, at: 'value', message }];
}

/** True if the value itself is wrong, and not a part of it. */
function isAbout(issues: readonly Issue[]): boolean {
  return issues.some(({ path }) => path.length === 0);
}

function isTypeIssue(issue: Issue): issue is Extract<Issue, { code: 'invalid_type' }> {
  return issue.code === 'invalid_type' && issue.path.length === 0;
}

function gotten({ document }: Checked, path: Path, value: Json | undefined): string {
  return `, found ${describeFound(document, path, value)}.`;
}

/** Returns a message with the written name and its required form. */
function formMessage(key: string, own: string): string {
  return own.startsWith('expected ') ? sentence(`${quoted(key)} is invalid: ${own}`) : sentence(own);
}

function spelling(schema: z.ZodType | undefined, text: string): string | undefined {
  const near = schema === undefined ? undefined : nearForm(text, (one) => schema.safeParse(one).success);
  return near === undefined ? undefined : `Did you mean \`${near}\`?`;
}

/** Returns the message of a schema as a sentence. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type RangeIssue = Extract<Issue, { code: 'too_big' | 'too_small' }>;

function rangeMessage(issue: RangeIssue): string {
  const big = issue.code === 'too_big';
  const bound = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const side = issue.inclusive === false ? (big ? 'less than' : 'more than') : big ? 'at most' : 'at least';
  const end = Number(bound) === 1 ? '' : 's';
  const unit = issue.origin === 'string' ? ` character${end}` : issue.origin === 'array' ? ` item${end}` : '';
  return unit === '' ? `Expected a number of ${side} ${bound}` : `Expected ${side} ${bound}${unit}`;
}

/** Returns undefined for a number, because the message contains its bounds. */
export function rangeHint(schema: z.ZodType, path: Path, issue: RangeIssue): string | undefined {
  if (issue.origin !== 'string' && issue.origin !== 'array') return undefined;
  if (issue.code === 'too_big') return 'Shorten it.';
  const example = findExample(findSchema(schema, path));
  const text = example === undefined ? 'Write a text' : `Write it as in \`${example}\``;
  const way = issue.origin === 'array' ? 'List at least one item' : text;
  return isOptionalAt(schema, path) ? `${way}, or remove \`${path.at(-1)}\`.` : `${way}.`;
}

function wrongType(
  { document, schema }: Checked,
  path: Path,
  types: readonly string[],
  value: Json | undefined,
): Problem {
  if (value === undefined) {
    const key = String(path.at(-1) ?? '');
    const message = `Missing key ${quoted(key)}: expected ${formatChoices(types.map(expected))}.`;
    // A mapping with free names may be empty.
    const hint = types.includes('record')
      ? `Write \`${key}: {}\` if there are none.`
      : missingHint(key, findSchema(schema, path));
    return { code: 'missing-key', severity: 'error', path, at: 'key', message, ...hinted(hint) };
  }
  const written = document.written(path);
  const message = `Expected ${formatChoices(types.map(expected))}, found ${describeFound(document, path, value)}.`;
  const hint = isSecretPath(path)
    ? undefined
    : value === null && isOverride(path) && types.some((type) => type === 'object')
      ? 'Give it the fields that differ, or write `{ omit: true }` to leave it out for this account.'
      : (types
          .map((type) => findHint(type, value, written, allowedKeys(schema, path)))
          .find((text) => text !== undefined) ?? writtenAs(findSchema(schema, path)));
  const code = value === null ? 'empty-value' : 'wrong-type';
  return { code, severity: 'error', path, at: 'value', message, ...hinted(hint) };
}

function writtenAs(schema: z.ZodType | undefined): string | undefined {
  const example = findExample(schema);
  return example === undefined ? undefined : `Write it as in \`${example}\`.`;
}

function hinted(hint: string | undefined): { readonly hint?: string } {
  return hint === undefined ? {} : { hint };
}

function findHint(type: string, value: Json, written: string | undefined, keys: readonly string[]): string | undefined {
  const hint = typeHint(type, value, written);
  const allowed = type === 'object' && value !== null ? allowedOnes(keys) : undefined;
  return hint === undefined || allowed === undefined ? hint : `${hint} ${allowed}`;
}

function isOverride(path: Path): boolean {
  return path[0] === 'accounts' && path[2] === 'overrides' && path.length > 3;
}

/** Returns a hint with the example of the schema. */
function missingHint(key: string, schema: z.ZodType | undefined): string | undefined {
  const example = findExample(schema);
  return example === undefined ? undefined : `Add it, as in \`${key}: ${example}\`.`;
}

function formatChoices(words: readonly string[]): string {
  const unique = [...new Set(words)];
  return unique.length < 2 ? unique.join('') : `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}`;
}
