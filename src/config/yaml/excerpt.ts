/**
 * The line of a finding, with a caret below it. Control characters are made visible. A line with a secret, and a file that is not a
 * configuration, are not shown.
 */

import { APP_TOKEN } from '../../contract/token-forms.ts';
import type { Provenance } from '../../model/finding.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import type { Project } from '../../model/project.ts';
import type { ParsedFile } from './parsed-file.ts';
import type { Path } from './position.ts';
import { parseDocument } from './source.ts';

/** Maximum number of shown characters of the line. */
const WIDTH = 100;

const REFERENCE = /^\$\{env\.[A-Za-z_][A-Za-z0-9_]*\}$/;
/** A secret after its key, even in a file that cannot be parsed. */
const NAMED_SECRET =
  /(?:access[_-]?token|client[_-]?secret|refresh[_-]?token|developer[_-]?key|hapi[_-]?key)["']?\s*[:=]\s*(?!\s|["']?\$\{env\.\w+\}["']?\s*(?:[,}#]|$))(.+)$/i;
/** A URL with a user, a query or a fragment, which can contain a secret. The limit keeps the search of a hostile line fast. */
const OPEN_ADDRESS = /(?<=:\/\/?)(?!\/)[^\s?#@]{0,1000}[?#@]\S*[^\s"',}\]]/g;

/**
 * Returns undefined if the project has no such file or line, if the line has a secret, or if the file is not a mapping and may have any
 * contents. `secrets` are strings that are never shown.
 */
export function excerpt(
  project: Project,
  { file, line, column }: Provenance,
  secrets: readonly string[] = [],
): string | undefined {
  const source = project.files.find((one) => one.path === file);
  if (source === undefined) return undefined;
  const document = parseDocument(source);
  if (!document.quotable) return undefined;
  const start = document.lineStart(line);
  if (start === undefined) return undefined;
  const end = source.text.indexOf('\n', start);
  const raw = source.text.slice(start, end < 0 ? source.text.length : end).replace(/\r$/, '');
  if (hasSecret(raw, [...secretRanges(document), ...listRanges(source.text, start, raw.length, secrets)], start))
    return undefined;
  const at = Math.min(column - 1, raw.length);
  const before = Array.from(raw.slice(0, at), visible);
  const after = Array.from(raw.slice(at), visible);
  // A long line is truncated around the column, so that the marked part is visible.
  const lead = before.length > WIDTH / 2 && before.length + after.length > WIDTH ? before.slice(-WIDTH / 2) : before;
  const head = `${lead.length < before.length ? '…' : ''}${lead.join('')}`;
  const room = WIDTH - lead.length;
  const tail = after.length > room ? `${after.slice(0, room).join('')}…` : after.join('');
  return `${head}${tail}\n${' '.repeat(displayWidth(head))}^`;
}

/** Returns the ranges of the secrets on the line, including secrets that extend into it. */
function listRanges(text: string, start: number, length: number, secrets: readonly string[]) {
  return secrets.flatMap((secret) => {
    const ranges: (readonly [number, number])[] = [];
    // The rest of the file is not searched again for each shown line.
    const from = Math.max(start - secret.length, 0);
    const near = text.slice(from, start + length + secret.length);
    for (let at = near.indexOf(secret); at >= 0 && from + at < start + length; at = near.indexOf(secret, at + 1)) {
      ranges.push([from + at, from + at + secret.length]);
    }
    return ranges;
  });
}

/** Returns the ranges of all values below `accounts.*.auth` and `apps`, except client ids and references to variables. */
function secretRanges(document: ParsedFile): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  const visit = (value: Json | undefined, path: Path): void => {
    if (isList(value)) for (const [index, item] of value.entries()) visit(item, [...path, index]);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
    } else if (path.at(-1) !== 'clientId' && (typeof value !== 'string' || !REFERENCE.test(value))) {
      const range = document.range(path);
      if (range !== undefined) ranges.push(range);
    }
  };
  const { accounts, apps } = mapping(document.value) ?? {};
  // A seed has a list of apps, without real secrets.
  if (!isList(apps)) visit(apps, ['apps']);
  for (const [name, account] of Object.entries(mapping(accounts) ?? {})) {
    visit(mapping(account)?.['auth'], ['accounts', name, 'auth']);
  }
  return ranges;
}

/** True if a range of a secret touches the line that starts at the offset, or if the line looks like one with a secret. */
function hasSecret(line: string, ranges: readonly (readonly [number, number])[], offset: number): boolean {
  const isTouched = ranges.some(([from, to]) => from < offset + line.length && to > offset);
  return isTouched || NAMED_SECRET.test(line) || line.search(APP_TOKEN) >= 0 || line.search(OPEN_ADDRESS) >= 0;
}

/** Returns a tab as an arrow, control characters as their symbols, and invisible or bidirectional characters as a box. */
function visible(character: string): string {
  if (character === '\t') return '→';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f || /[\p{C}\u2028\u2029]/u.test(character) ? '□' : character;
}

/** Returns the number of columns in a terminal: two for a wide character, none for a mark. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
