/** The line a finding points at, with a caret below; control characters made visible, secrets covered. Only of a configuration. */

import { APP_TOKEN } from '../../contract/token-forms.ts';
import type { Provenance } from '../../model/finding.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import type { Project } from '../../model/project.ts';
import type { ParsedFile } from './parsed-file.ts';
import type { Path } from './position.ts';
import { documentOf } from './source.ts';

/** Characters of the line that are shown at most. */
const WIDTH = 100;

/** Replaces one character of a secret until the line is shown. */
const COVER = '\ue000';
const MASK = '[secret]';

const REFERENCE = /^\$\{env\.[A-Za-z_][A-Za-z0-9_]*\}$/;
/** A secret after its key, even in a file that cannot be parsed. */
const NAMED_SECRET =
  /(?:access[_-]?token|client[_-]?secret|refresh[_-]?token|developer[_-]?key|hapi[_-]?key)["']?\s*[:=]\s*(?!\s|["']?\$\{env\.\w+\}["']?\s*(?:[,}#]|$))(.+)$/i;
/** An address with a user, a query or a fragment, which can hold a secret. Without a limit, the search of a hostile line would take minutes. */
const OPEN_ADDRESS = /(?<=:\/\/?)(?!\/)[^\s?#@]{0,1000}[?#@]\S*[^\s"',}\]]/g;

/** `secrets`: strings that are masked everywhere. Undefined if the project has no such file or line, or the file is not a mapping and may be anything. */
export function excerpt(
  project: Project,
  { file, line, column }: Provenance,
  secrets: readonly string[] = [],
): string | undefined {
  const source = project.files.find((one) => one.path === file);
  if (source === undefined) return undefined;
  const document = documentOf(source);
  if (!document.quotable) return undefined;
  const start = document.lineStart(line);
  if (start === undefined) return undefined;
  const end = source.text.indexOf('\n', start);
  const raw = source.text.slice(start, end < 0 ? source.text.length : end).replace(/\r$/, '');
  const covered = cover(raw, [...secretRanges(document), ...rangesOf(source.text, start, raw.length, secrets)], start);
  const at = Math.min(column - 1, covered.length);
  // A caret inside a masked part points to its start.
  const caret = covered[at] === COVER ? at - (/\ue000*$/.exec(covered.slice(0, at))?.[0].length ?? 0) : at;
  const before = Array.from(masked(covered.slice(0, caret)), visible);
  const after = Array.from(masked(covered.slice(caret)), visible);
  // A long line is truncated around the column, so that the marked part is visible.
  const lead = before.length > WIDTH / 2 && before.length + after.length > WIDTH ? before.slice(-WIDTH / 2) : before;
  const head = `${lead.length < before.length ? '…' : ''}${lead.join('')}`;
  const room = WIDTH - lead.length;
  const tail = after.length > room ? `${after.slice(0, room).join('')}…` : after.join('');
  return `${head}${tail}\n${' '.repeat(displayWidth(head))}^`;
}

/** Where a string is on the line, or extends into it. */
function rangesOf(text: string, start: number, length: number, secrets: readonly string[]) {
  return secrets.flatMap((secret) => {
    const ranges: (readonly [number, number])[] = [];
    // The rest of the file is not searched again for each displayed line.
    const from = Math.max(start - secret.length, 0);
    const near = text.slice(from, start + length + secret.length);
    for (let at = near.indexOf(secret); at >= 0 && from + at < start + length; at = near.indexOf(secret, at + 1)) {
      ranges.push([from + at, from + at + secret.length]);
    }
    return ranges;
  });
}

/** Every value below `accounts.*.auth` and `apps` that is neither the client id nor a reference to a variable. */
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
  // A seed has a list of them, without secrets that anybody keeps.
  if (!isList(apps)) visit(apps, ['apps']);
  for (const [name, account] of Object.entries(mapping(accounts) ?? {})) {
    visit(mapping(account)?.['auth'], ['accounts', name, 'auth']);
  }
  return ranges;
}

/** A mask reveals nothing of what it covers, not even its length. */
function masked(text: string): string {
  return text.replace(/\ue000+/g, MASK);
}

/** The mask character in place of secrets, one per character, so that columns stay the same. */
function cover(line: string, ranges: readonly (readonly [number, number])[], offset: number): string {
  const stars = (from: number, to: number, text: string) =>
    from >= to ? text : `${text.slice(0, from)}${COVER.repeat(to - from)}${text.slice(to)}`;
  let covered = line;
  for (const [from, to] of ranges) {
    covered = stars(Math.max(from - offset, 0), Math.min(to - offset, line.length), covered);
  }
  const found = NAMED_SECRET.exec(covered);
  if (found?.[1] !== undefined) {
    const inBraces = /\{[^{}]*$/.test(covered.slice(0, found.index));
    const closing = inBraces ? closingOf(found[1]) : 0;
    covered = stars(covered.length - found[1].length, covered.length - closing, covered);
  }
  const starred = (text: string) => COVER.repeat(text.length);
  return covered.replace(APP_TOKEN, starred).replace(OPEN_ADDRESS, starred);
}

/** How many characters at the end close the mapping around a value: without quotes, the value itself cannot have a brace. */
function closingOf(value: string): number {
  let end = value.length;
  while (end > 0 && ' }'.includes(value.charAt(end - 1))) end -= 1;
  const quote = value.charAt(0);
  const isOpen = (quote === '"' || quote === "'") && (end < 2 || value.charAt(end - 1) !== quote);
  return isOpen ? 0 : value.length - end;
}

/** A tab as an arrow, control characters as their symbols, invisible and bidirectional characters as a box. */
function visible(character: string): string {
  if (character === '\t') return '→';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f || /[\p{C}\u2028\u2029]/u.test(character) ? '□' : character;
}

/** Columns that a terminal uses: wide characters take two, marks none. */
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
