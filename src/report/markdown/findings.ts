/** Findings as a Markdown list; all foreign text escaped. */

import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { TextPart } from '../command.ts';
import { markdownCode, markdownText } from '../escape.ts';
import { fixParts, shownFixes } from '../fix-texts.ts';
import type { Face } from '../fix-ways.ts';
import { count } from '../text/layout.ts';
import { LOG } from '../text/words.ts';

/** Findings as a list, the others than errors by their codes when they are only counted. */
export function findingParts(findings: readonly Finding[], shown: 'whole' | 'counts', face: Face): readonly string[] {
  const findingLine = (finding: Finding): string => renderFinding(finding, face);
  if (findings.length === 0) return [];
  if (shown === 'whole') return [findings.map(findingLine).join('\n')];
  const errors = findings.filter(({ severity }) => severity === 'error').map(findingLine);
  const rest = Map.groupBy(
    findings.filter(({ severity }) => severity !== 'error'),
    ({ severity, code }) => `- **${severity}** ${markdownCode(code)}`,
  );
  return [[...errors, ...[...rest].map(([name, members]) => `${name}: ${members.length} times`)].join('\n')];
}

/** Returns the first findings that fit, and the number of the others. */
export function findingsWithin(findings: readonly Finding[], limit: number, face: Face): string {
  for (let shown = findings.length; shown > 0; shown = Math.floor(shown / 2)) {
    const left = findings.length - shown;
    const rest = left === 0 ? [] : [`And ${count(left, 'more finding', 'more findings')}. In full: ${LOG}.`];
    const text = [...findingParts(findings.slice(0, shown), 'whole', face), ...rest].join('\n\n');
    if (Buffer.byteLength(text) <= limit) return text;
  }
  return findings.length === 0 ? '' : `${count(findings.length, 'finding')}. In full: ${LOG}.`;
}

/** Returns hint and fixes that follow a sentence. Typed text is code. Commands in a review have only the flags that the fix needs. */
export function markdownAdvice({ hint, fix = [] }: Advice, face: Face): string {
  const sentences = [
    ...(hint === undefined ? [] : [markdownText(hint)]),
    ...shownFixes(fix).map((action) => renderSentence(fixParts(action, face))),
  ];
  return sentences.map((sentence) => ` ${sentence}`).join('');
}

/** Marks typed text, so that the full stop does not belong to it. */
function renderSentence(parts: readonly TextPart[]): string {
  const text = parts.map(({ text, as }) => (as === 'prose' ? markdownText(text) : markdownCode(text))).join('');
  return parts.at(-1)?.as === 'prose' ? text : `${text}.`;
}

function renderFinding(finding: Finding, face: Face): string {
  const position = finding.provenance;
  const where =
    position === undefined ? '' : ` ${markdownCode(`${position.file}:${position.line}:${position.column}`)}`;
  return `- **${finding.severity}** ${markdownCode(finding.code)}${where}: ${markdownText(finding.message)}${markdownAdvice(finding, face)}`;
}
