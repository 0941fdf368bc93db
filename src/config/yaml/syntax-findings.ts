/** What is wrong with the YAML of one file: the parser's errors in our words, with the cause in place of its consequences. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { conflictFault, conflictsIn } from './conflict-marks.ts';
import { misfits } from './indentation.ts';
import { CR_LINE_ENDS, loneReturns } from './line-ends.ts';
import { type Composed, DEPTH_LIMIT, LEXEME_LIMIT, LINE_LIMIT, startOfString } from './parse.ts';
import { isLocal, syntaxMeaning } from './syntax.ts';

/** Syntax errors listed for one file; what follows the first is mostly its consequence. */
const SYNTAX_LIMIT = 50;

/** The parser's message for a mis-indented line. */
const OF_INDENT: ReadonlySet<string> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'NON_STRING_KEY',
  'UNEXPECTED_TOKEN',
]);

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

interface Syntax {
  readonly findings: readonly Finding[];
  /** Line of the first error after which nothing is reliable; Infinity if there is none. */
  readonly reliableBefore: number;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, ...number[]];
}

export function syntaxFindings(text: string, read: Composed, at: (offset: number) => Provenance): Syntax {
  if (read.refused !== undefined) {
    const { limit, offset } = read.refused;
    const returns = limit === 'depth' ? loneReturns(text) : undefined;
    const [meaning, where] = returns?.isOn(offset) === true ? [CR_LINE_ENDS, returns.first] : [LIMITS[limit], offset];
    return { findings: [{ ...meaning, severity: 'error', provenance: at(where) }], reliableBefore: 1 };
  }
  const [document, second] = read.documents;
  const faults: readonly Fault[] = document?.errors ?? [];
  const caused =
    ofLineEnds(text, faults, at) ??
    (faults.length === 0 ? undefined : (ofConflicts(text, at) ?? ofIndentation(text, faults, at)));
  const findings = new Map<number, Finding>();
  let reliableBefore = caused?.reliableBefore ?? Number.POSITIVE_INFINITY;
  const end = text.trimEnd().length;
  let swallowedFrom = Number.POSITIVE_INFINITY;
  const add = (fault: Fault, severity: Finding['severity']) => {
    // Every later error follows from a string that runs to the end of the file.
    if (fault.pos[0] >= swallowedFrom) return;
    const opening = openingQuote(document, fault);
    if (opening !== undefined && fault.pos[0] >= end) swallowedFrom = fault.pos[0];
    const offset = opening ?? offsetOf(text, fault);
    const provenance = at(offset);
    if (caused?.explains(fault, provenance.line) === true) return;
    // An error at the end of the file may have started anywhere.
    if (!isLocal(fault.code)) reliableBefore = Math.min(reliableBefore, offset >= end ? 1 : provenance.line);
    // Of several errors on one line the later ones are consequences of the first.
    if (findings.has(provenance.line)) return;
    const meaning = syntaxMeaning(fault, lineBefore(text, offset));
    findings.set(provenance.line, { ...meaning, severity, provenance });
  };
  for (const error of faults) add(error, 'error');
  // An unknown tag is only a warning for the parser; for us it is an error, because the value may differ from what was meant.
  for (const warning of document?.warnings ?? []) {
    add(warning, warning.code === 'TAG_RESOLVE_FAILED' ? 'error' : 'warning');
  }
  if (second !== undefined) add({ code: 'MULTIPLE_DOCS', message: '', pos: second.range }, 'error');
  if (document?.directives.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    const message = 'Only YAML 1.2 is supported.';
    const hint = 'Remove the `%YAML` line.';
    findings.set(1, { code: 'yaml-version', severity: 'error', message, hint, provenance: at(0) });
  }
  return {
    findings: limited(oneForTabs(withoutEchoes([...(caused?.findings ?? []), ...findings.values()], text))),
    reliableBefore,
  };
}

interface Cause extends Syntax {
  /** True for an error that is a consequence of it. */
  explains(fault: Fault, line: number): boolean;
}

/** Undefined where each line that is wrong has its line ends, and a file without any other has text in its first line. */
function ofLineEnds(text: string, faults: readonly Fault[], at: (offset: number) => Provenance): Cause | undefined {
  if (faults.length === 0 && text.includes('\n')) return undefined;
  const returns = loneReturns(text);
  const caused = faults.filter(({ pos: [offset] }) => returns?.isOn(offset) === true);
  if (returns === undefined || (caused.length === 0 && faults.length > 0)) return undefined;
  const lines = new Set(caused.map(({ pos: [offset] }) => at(offset).line));
  return {
    findings: [{ ...CR_LINE_ENDS, severity: 'error', provenance: at(returns.first) }],
    reliableBefore: at(returns.first).line,
    explains: (_, line) => lines.has(line),
  };
}

/** Undefined if there is no conflict. Both sides of a conflict are in the file, so other errors are meaningless. */
function ofConflicts(text: string, at: (offset: number) => Provenance): Cause | undefined {
  const conflicts = conflictsIn(text);
  const [first] = conflicts;
  if (first === undefined) return undefined;
  const findings = conflicts.map((conflict): Finding => {
    return { ...conflictFault(conflict), severity: 'error', provenance: at(conflict.offset) };
  });
  return { findings, reliableBefore: first.first, explains: (_, line) => line >= first.first - 1 };
}

/** Undefined if the indentation is valid, or the parser failed earlier for another reason. */
function ofIndentation(text: string, faults: readonly Fault[], at: (offset: number) => Provenance): Cause | undefined {
  if (!faults.some(({ code }) => OF_INDENT.has(code))) return undefined;
  const wrong = misfits(text);
  const [first] = wrong;
  if (first === undefined) return undefined;
  const explains = ({ code }: Fault, line: number) => OF_INDENT.has(code) && line >= first.line - 1;
  const explained = faults
    .map((fault) => ({ fault, line: at(fault.pos[0]).line }))
    .filter(({ fault, line }) => explains(fault, line));
  if (explained.length === 0) return undefined;
  const findings = wrong.map(({ message, hint, offset }): Finding => {
    return { code: 'yaml-bad-indent', severity: 'error', message, hint, provenance: at(offset) };
  });
  const reliableBefore = explained.reduce((least, { line }) => Math.min(least, line), first.line);
  return { findings, reliableBefore, explains };
}

/** A token that the parser cannot place often ends the document for it, so that every line below is wrong as well: that is one mistake. */
function withoutEchoes(findings: readonly Finding[], text: string): readonly Finding[] {
  const unplaced = findings.filter(({ code }) => code === 'yaml-unexpected-token');
  if (unplaced.length < 2) return findings;
  const lines = text.split('\n');
  const causes = new Map<Finding, number>();
  let [cause] = unplaced;
  let before = Number.NaN;
  for (const finding of unplaced) {
    const line = finding.provenance?.line ?? 1;
    if (lines.slice(before, line - 1).some((between) => /^\s*[^\s#]/.test(between))) cause = finding;
    causes.set(cause ?? finding, (causes.get(cause ?? finding) ?? -1) + 1);
    before = line;
  }
  return findings.flatMap((finding) => {
    const echoes = causes.get(finding);
    if (echoes === undefined) return unplaced.includes(finding) ? [] : [finding];
    if (echoes === 0) return [finding];
    const them = echoes === 1 ? 'the line below cannot' : `the ${echoes} lines below cannot`;
    return [{ ...finding, message: `${finding.message.slice(0, -1)}, and ${them} be read behind it.` }];
  });
}

/** Tabs on many lines are one mistake. */
function oneForTabs(findings: readonly Finding[]): readonly Finding[] {
  const isTab = ({ code }: Finding): boolean => code === 'yaml-tab-as-indent';
  const [first, ...more] = findings.filter(isTab);
  if (first === undefined || more.length === 0) return findings;
  const lines = more.length === 1 ? '1 more line' : `${more.length} more lines`;
  const one = { ...first, message: `Tabs are used for indentation, on this line and ${lines}.` };
  return findings.flatMap((finding) => (finding === first ? [one] : isTab(finding) ? [] : [finding]));
}

function limited(findings: readonly Finding[]): readonly Finding[] {
  const next = findings[SYNTAX_LIMIT];
  if (next === undefined) return findings;
  const message = `${findings.length - SYNTAX_LIMIT} more lines have syntax errors.`;
  return [...findings.slice(0, SYNTAX_LIMIT), { ...next, code: 'yaml-more-errors', message }];
}

/** The parser reports an unclosed quote at the end of its string, which may be the end of the file. */
function openingQuote(
  document: Composed['documents'][number] | undefined,
  { message, pos }: Fault,
): number | undefined {
  if (document === undefined || !/^Missing closing ['"]quote/.test(message)) return undefined;
  return startOfString(document, pos[0]);
}

/** For wrong indentation the parser reports the start of the line; people look at its first character. */
function offsetOf(text: string, { code, pos: [offset] }: Fault): number {
  return code === 'BAD_INDENT'
    ? offset + (/^ *(?=\S)/.exec(text.slice(offset, offset + 1000))?.[0].length ?? 0)
    : offset;
}

/** The line up to and a little past an offset. */
function lineBefore(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return text.slice(Math.max(start, offset - 200), offset + 2);
}
