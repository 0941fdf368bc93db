/** Findings as a Markdown list; all foreign text escaped. */

import { partsOf } from '../../model/command.ts';
import type { Finding } from '../../model/finding.ts';
import { markdownCode, markdownText } from '../escape.ts';

/** Findings as a list, the others than errors by their codes when they are only counted. */
export function findingParts(findings: readonly Finding[], shown: 'whole' | 'counts'): readonly string[] {
  if (findings.length === 0) return [];
  if (shown === 'whole') return [findings.map(findingLine).join('\n')];
  const errors = findings.filter(({ severity }) => severity === 'error').map(findingLine);
  const rest = Map.groupBy(
    findings.filter(({ severity }) => severity !== 'error'),
    ({ severity, code }) => `- **${severity}** ${markdownCode(code)}`,
  );
  return [[...errors, ...[...rest].map(([name, members]) => `${name}: ${members.length} times`)].join('\n')];
}

/** Commands as code: what a person copies from a review has no flags but those that it is about. */
export function markdownHint(hint: string): string {
  return partsOf(hint)
    .map(({ text, isCommand }) => (isCommand ? markdownCode(text) : markdownText(text)))
    .join('');
}

function findingLine(finding: Finding): string {
  const place = finding.provenance;
  const where = place === undefined ? '' : ` ${markdownCode(`${place.file}:${place.line}:${place.column}`)}`;
  const hint = finding.hint === undefined ? '' : ` ${markdownHint(finding.hint)}`;
  return `- **${finding.severity}** ${markdownCode(finding.code)}${where}: ${markdownText(finding.message)}${hint}`;
}
