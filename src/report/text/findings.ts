/** Findings: severity and code, the sentence, where, the offending line with a caret, and what to do. */

import { countOf, type Finding, type Severity } from '../../model/finding.ts';
import { terminalLine, terminalLines } from '../escape.ts';
import { folded, moreLine } from './fold.ts';
import { adviceLines } from './hint.ts';
import { listCounts, wrap } from './layout.ts';
import { positionText } from './position.ts';
import type { Palette, TextStyle } from './style.ts';

const INKS: Readonly<Record<Severity, keyof Palette>> = { error: 'error', warning: 'warning', info: 'dim' };
/** Findings of one code, without --verbose. */
const SHOWN = 20;
const INDENT = { first: '  ', rest: '  ' };

/** The findings in their order, errors last, one blank line between two, those of one code folded; empty without any. */
export function findingsText(findings: readonly Finding[], style: TextStyle): string {
  const formatCause = ({ severity, code }: Finding): string => `${severity}[${terminalLine(code)}]`;
  // Errors come last, because a screen shows the end of a long text.
  const ordered = findings.toSorted((a, b) => Number(a.severity === 'error') - Number(b.severity === 'error'));
  const shown = folded(ordered, style, { causeOf: formatCause, most: () => SHOWN });
  return shown
    .flatMap(({ item, more }) => [
      findingLines(item, style).join('\n'),
      ...(more > 0 ? [moreLine(more, style, `like this: ${formatCause(item)}`)] : []),
    ])
    .join('\n\n');
}

/** `2 errors, 1 warning`. */
export function findingCounts(findings: readonly Finding[]): string {
  return listCounts([
    [countOf(findings, 'error'), 'error', 'errors'],
    [countOf(findings, 'warning'), 'warning', 'warnings'],
    [countOf(findings, 'info'), 'note', 'notes'],
  ]);
}

function findingLines(finding: Finding, style: TextStyle): readonly string[] {
  const { dim, strong, command } = style.palette;
  const ink = style.palette[INKS[finding.severity]];
  const position = finding.provenance === undefined ? '' : ` ${strong(positionText(finding.provenance))}`;
  return [
    `${ink(`${finding.severity}[${terminalLine(finding.code)}]`)}${position}`,
    ...wrap(terminalLine(finding.message), style.width, INDENT),
    ...excerptLines(finding, style),
    ...(finding.address === undefined ? [] : [dim(`  at ${terminalLine(finding.address)}`)]),
    ...(finding.related === undefined ? [] : [dim(`  see also ${positionText(finding.related)}`)]),
    ...adviceLines(finding, style, { first: `  ${command('help:')} `, rest: '        ' }),
  ];
}

/** Shows the line with its number, and the caret below it. */
function excerptLines(finding: Finding, style: TextStyle): readonly string[] {
  const position = finding.provenance;
  const text = position === undefined ? undefined : style.excerpt?.(position);
  if (position === undefined || text === undefined || text === '') return [];
  const number = String(position.line);
  return terminalLines(text)
    .split('\n')
    .map((line, index) => `  ${index === 0 ? number : ' '.repeat(number.length)} | ${line}`.trimEnd());
}
