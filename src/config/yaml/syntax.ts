/** Errors of the YAML library as findings: our words for the commonest mistakes, the words of the library for all others. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { type Composed, DEPTH_LIMIT, LEXEME_LIMIT, LINE_LIMIT, startOfString } from './parse.ts';

const SPLIT = 'Split it into several files.';

const LIMITS = {
  depth: {
    code: 'too-deep',
    message: `The file is nested deeper than ${DEPTH_LIMIT} levels.`,
    hint: 'Look for a bracket that is repeated by mistake.',
  },
  lines: { code: 'too-long', message: `The file has more than ${LINE_LIMIT / 1000},000 lines.`, hint: SPLIT },
  lexemes: {
    code: 'too-long',
    message: `The file has more than ${LEXEME_LIMIT / 1e6} million YAML tokens.`,
    hint: SPLIT,
  },
} as const;

const UNCLOSED_QUOTE = /^MISSING_CHAR: Missing closing ['"]quote/;
/** Errors after the position at which the library stopped reading. */
const BEHIND_THE_END = /token in YAML (?:stream|document)\b/;

/** The most common mistakes. `said` matches code and message of the library. */
const COMMON: readonly (Meaning & { readonly said: RegExp })[] = [
  { said: /^TAB_AS_INDENT/, message: 'A tab is used for indentation.', hint: 'Use spaces.' },
  { said: UNCLOSED_QUOTE, message: 'This quote is not closed.', hint: 'Close the string on its line.' },
  {
    said: /^\w+: Flow (?:map|sequence) .*must (?:be sufficiently indented and )?end with/,
    message: 'A { or [ is not closed.',
    hint: 'Close it, and indent its lines deeper than its key.',
  },
  {
    said: /^\w+: (?:Implicit (?:map )?keys need to be|Missing space after :)/,
    message: 'A key must be on one line, followed by a colon and a space.',
    hint: 'Write it as `key: value`.',
  },
  {
    said: /^\w+: Nested mappings are not allowed in compact/,
    message: 'A mapping cannot start on the line of its key.',
    hint: 'Put a value with a colon in quotes. Otherwise check the indentation of the line below.',
  },
  {
    said: /^BAD_INDENT: All |^\w+: (?:Sequence item without|A block sequence may not be)/,
    code: 'BAD_INDENT',
    message: 'The indentation does not match the lines above.',
    hint: 'Keys of one mapping start in the same column; use two spaces for each level.',
  },
  // The library quotes the tag, which may be a secret that starts with an exclamation mark.
  {
    said: /^TAG_RESOLVE_FAILED/,
    message: 'This tag is unknown or does not match the value.',
    hint: 'Remove the word that starts with `!`, or put the string in quotes.',
  },
];

const HINT = 'Put the value in quotes if it is a string. Look for a missing quote, comma or bracket, here or above.';

/** Codes of errors after which the rest of the file is still read correctly. */
const LOCAL: ReadonlySet<string> = new Set([
  ...['ALIAS_PROPS', 'BAD_COLLECTION_TYPE', 'BAD_DIRECTIVE', 'BAD_DQ_ESCAPE', 'KEY_OVER_1024_CHARS'],
  ...['MULTIPLE_ANCHORS', 'MULTIPLE_DOCS', 'MULTIPLE_TAGS', 'NON_STRING_KEY', 'TAG_RESOLVE_FAILED'],
]);

interface Meaning {
  readonly code?: string;
  readonly message: string;
  readonly hint: string;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, ...number[]];
}

interface Syntax {
  readonly findings: readonly Finding[];
  /** First line that the library may have misread. Infinity if the whole file was read. */
  readonly reliableBefore: number;
}

export function syntaxFindings(text: string, read: Composed, at: (offset: number) => Provenance): Syntax {
  const carriageReturn = text.search(/\r[^\r\n]/);
  if (carriageReturn >= 0) {
    const code = 'yaml-line-ends';
    const message = 'A line ends with only CR, which is not read as a line end.';
    const hint = 'Save the file with line ends LF or CRLF.';
    const provenance = at(carriageReturn);
    return { findings: [{ code, severity: 'error', message, hint, provenance }], reliableBefore: provenance.line };
  }
  if (read.refused !== undefined) {
    const { limit, offset } = read.refused;
    return { findings: [{ ...LIMITS[limit], severity: 'error', provenance: at(offset) }], reliableBefore: 1 };
  }
  const [document, second] = read.documents;
  const errors = document?.errors ?? [];
  const conflict = errors.length === 0 ? -1 : text.search(MARK);
  // A conflict repeats keys and lines, so ignore errors behind its first mark.
  const readUntil = conflict < 0 ? Number.POSITIVE_INFINITY : at(conflict).line;
  const findings = new Map<number, Finding>();
  let reliableBefore = readUntil;
  let swallowedFrom = Number.POSITIVE_INFINITY;
  const add = (fault: Fault, severity: Finding['severity']) => {
    const [position] = fault.pos;
    // A string without an end contains the rest of the file.
    if (position >= swallowedFrom) return;
    const quote =
      UNCLOSED_QUOTE.test(formatFaultLabel(fault)) && document ? startOfString(document, position) : undefined;
    const isAtEnd = position >= text.trimEnd().length;
    if (quote !== undefined && isAtEnd) swallowedFrom = position;
    const finding = describeFault(text, fault, quote ?? position, at);
    const { line } = finding.provenance;
    if (line >= readUntil - 1 || (line > reliableBefore && BEHIND_THE_END.test(fault.message))) return;
    // The cause of an error at the end of the file may be on any line.
    if (!LOCAL.has(fault.code)) reliableBefore = Math.min(reliableBefore, isAtEnd && quote === undefined ? 1 : line);
    // The first error of a line causes the rest.
    if (!findings.has(line)) findings.set(line, { ...finding, severity });
  };
  for (const error of errors) add(error, 'error');
  // An unknown tag may change the value.
  for (const warning of document?.warnings ?? [])
    add(warning, warning.code === 'TAG_RESOLVE_FAILED' ? 'error' : 'warning');
  if (second !== undefined) {
    add({ code: 'MULTIPLE_DOCS', message: 'A second document starts here', pos: second.range }, 'error');
  }
  if (document?.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    const message = 'Only YAML 1.2 is supported.';
    const hint = 'Remove the `%YAML` line.';
    findings.set(1, { code: 'yaml-version', severity: 'error', message, hint, provenance: at(0) });
  }
  const marks: readonly Finding[] = conflict < 0 ? [] : [{ ...CONFLICT, severity: 'error', provenance: at(conflict) }];
  return { findings: [...marks, ...findings.values()], reliableBefore };
}

function describeFault(text: string, fault: Fault, offset: number, at: (offset: number) => Provenance) {
  const common = COMMON.find(({ said }) => said.test(formatFaultLabel(fault)));
  const code = common?.code ?? fault.code;
  // The library reports the start of a line with wrong indentation. Its first character is easier to find.
  const blanks = code === 'BAD_INDENT' ? (/^ *(?=\S)/.exec(text.slice(offset, offset + 1000))?.[0].length ?? 0) : 0;
  return {
    code: `yaml-${code.toLowerCase().replaceAll('_', '-')}`,
    message: common?.message ?? sentence(fault.message),
    hint: common?.hint ?? HINT,
    provenance: at(offset + blanks),
  };
}

function formatFaultLabel({ code, message }: Fault): string {
  return `${code}: ${message}`;
}

/** Removes quoted source from the library's message, since it may contain a secret. */
function sentence(message: string): string {
  return `${message.replace(/(?:: | [\\%]|(?<=YAML version) ).*$/s, '')}.`;
}

/** The first mark of a merge conflict. It is reported instead of the syntax errors that the marks cause. */
const MARK = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?\r?$/m;
const CONFLICT = {
  code: 'merge-conflict',
  message: 'An unresolved merge conflict starts here.',
  hint: 'Keep the side that you want, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
} as const;
