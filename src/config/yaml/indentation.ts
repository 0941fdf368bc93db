/** Lines of a block document whose indentation fits no line above them: the parser only says that it gave up. */

export interface Misfit {
  /** From 1. */
  readonly line: number;
  /** Offset of its first non-space character. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

interface Level {
  readonly indent: number;
  /** Line that started the level. */
  readonly line: number;
  readonly list: boolean;
}

/** Maximum reported misfits; a file with more is entirely mis-indented. */
const MOST = 5;
/** Maximum characters of a line, or of a multi-line value, that are examined. */
const LONGEST = 5_000;

const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#{}[\],&*!|>%@`-][^#]*?|-[^\s#][^#]*?)\s*:(?=\s|$)/;
/** What may precede a value and leaves it empty. */
const PROPERTIES = /^(?:[&!]\S*\s*)*(?:#.*)?$/;
const HINT = 'Keys of one mapping start in the same column; use two spaces for each level.';

/** Stops at the first line that it does not understand: the rest is left to the parser. */
export function misfits(text: string): readonly Misfit[] {
  const found: Misfit[] = [];
  /** Open mappings and lists, from the outermost. */
  let levels: Level[] = [];
  /** Whether the entry above can contain what is indented deeper, and its line. */
  let above = { open: true, line: 0, indent: 0 };
  /** Lines deeper than this belong to a multi-line string. */
  let inText: number | undefined;
  /** What an open quote or bracket contains so far, without the whitespace around its lines. */
  let unclosed: string | undefined;
  let start = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    const offset = start;
    start += raw.length + 1;
    const content = raw.trim();
    if (unclosed !== undefined) {
      unclosed = isClosed(`${unclosed}\n${content}`) ? undefined : `${unclosed}\n${content}`;
      if ((unclosed?.length ?? 0) > LONGEST) return found;
      continue;
    }
    if (content === '' || content.startsWith('#')) continue;
    if (content.length > LONGEST) return found;
    const indent = raw.length - raw.trimStart().length;
    if (inText !== undefined && indent > inText) continue;
    inText = undefined;
    if (raw.slice(0, indent).includes('\t')) return found;

    const entries = entriesOf(content, indent);
    if (entries === undefined) return found;
    const [first] = entries;
    if (first === undefined) {
      // A continued string: only below a key, and deeper than it.
      if (above.open || indent <= above.indent) return found;
      continue;
    }
    const kept = levels.filter((level) => level.indent <= indent);
    const top = kept.at(-1);
    const deeper = kept.length === levels.length && (top === undefined || top.indent < indent);
    if (top?.indent === indent || (deeper && above.open)) {
      levels = kept.filter((level) => level.indent < indent || level.list === first.list || !level.list);
    } else {
      const at = { line, offset: offset + indent };
      const near = nearestTo(indent, levels);
      found.push({ ...at, ...(deeper ? tooDeep(above) : unmatched(indent, near)) });
      if (found.length === MOST) return found;
      // One of the two lines is wrong: what follows may continue either one, so no level is closed.
    }
    for (const entry of entries) {
      const known = levels.some((level) => level.indent === entry.indent && level.list === entry.list);
      if (!known) levels.push({ indent: entry.indent, line, list: entry.list });
    }
    levels.sort((a, b) => a.indent - b.indent || Number(a.list) - Number(b.list));
    const last = entries.at(-1) ?? first;
    if (last.rest === 'text') inText = last.indent;
    if (last.rest === 'unclosed') unclosed = last.value;
    above = { open: last.rest === 'empty', line, indent: last.indent };
  }
  return found;
}

interface Entry {
  readonly indent: number;
  readonly list: boolean;
  /** What follows the key or dash. text: the following lines belong to it. unclosed: a quote or bracket is open. */
  readonly rest: 'empty' | 'value' | 'text' | 'unclosed';
  readonly value: string;
}

/** Dashes and the key at the start of a line; none for a continued string; undefined for lines that are not examined. */
function entriesOf(content: string, indent: number): readonly Entry[] | undefined {
  if (/^(?:---|\.\.\.|%|\? |[{[])/.test(content)) return undefined;
  const entries: Entry[] = [];
  let rest = content;
  let column = indent;
  for (;;) {
    const dash = /^-(?:\s+|$)/.exec(rest)?.[0];
    if (dash === undefined) break;
    rest = rest.slice(dash.length);
    entries.push({ indent: column, list: true, rest: restOf(rest), value: rest });
    column += dash.length;
  }
  const key = KEY.exec(rest)?.[0];
  if (key !== undefined) {
    const value = rest.slice(key.length).trim();
    entries.push({ indent: column, list: false, rest: restOf(value), value });
  }
  return entries;
}

function restOf(value: string): Entry['rest'] {
  if (PROPERTIES.test(value)) return 'empty';
  if (/^[|>][0-9+-]*(?:\s|$)/.test(value)) return 'text';
  return isClosed(value) ? 'value' : 'unclosed';
}

/** False when a quote or bracket that the value opens is not closed in it. */
function isClosed(value: string): boolean {
  const [first = ''] = value;
  if (first === '"') return /^"(?:[^"\\]|\\.)*"/.test(value);
  if (first === "'") return /^'(?:[^']|'')*'/.test(value);
  if (first !== '{' && first !== '[') return true;
  const bare = value.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, '');
  return count(bare, /[{[]/g) === count(bare, /[}\]]/g);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function tooDeep({
  line,
  indent,
}: {
  readonly line: number;
  readonly indent: number;
}): Pick<Misfit, 'message' | 'hint'> {
  const message = `This line is indented deeper than line ${line}, which already has a value.`;
  return { message, hint: `Indent it by ${spaces(indent)}, as line ${line}.` };
}

function nearestTo(indent: number, levels: readonly Level[]): readonly Level[] {
  return levels.toSorted((a, b) => Math.abs(a.indent - indent) - Math.abs(b.indent - indent));
}

function unmatched(indent: number, [first, second]: readonly Level[]): Pick<Misfit, 'message' | 'hint'> {
  const near = [first, second?.line === first?.line ? undefined : second]
    .filter((level) => level !== undefined)
    .sort((a, b) => b.line - a.line)
    .map((level) => `line ${level.line} has ${level.indent}`);
  const message = `This line is indented by ${spaces(indent)}, which matches no line above: ${near.join(', ')}.`;
  return { message, hint: HINT };
}

function spaces(amount: number): string {
  return amount === 1 ? '1 space' : `${amount} spaces`;
}
