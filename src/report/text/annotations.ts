/** Findings as workflow commands of the Git host, which shows them at their lines in a review of the Action. */

import type { Finding, Severity } from '../../model/finding.ts';
import { commandData, commandProperty } from '../escape.ts';
import { adviceTexts } from '../fix-texts.ts';
import { LOG } from './words.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Returns one line per finding, such as `::error file=trueup.yaml,line=9,col=11,title=code::message`, the most severe first. At most `most`
 * of each severity; the last line tells the number of the others.
 */
export function annotations(findings: readonly Finding[], most: number): readonly string[] {
  return SEVERITIES.flatMap((severity) => {
    const of = findings.filter((finding) => finding.severity === severity);
    const shown = of.length > most ? of.slice(0, most - 1) : of;
    const left = of.length - shown.length;
    const rest = left === 0 ? [] : [`::${COMMANDS[severity]}::${left} more. In full: ${LOG}.`];
    return [...shown.map(annotation), ...rest];
  });
}

function annotation(finding: Finding): string {
  const { provenance: position } = finding;
  const properties = {
    ...(position === undefined
      ? {}
      : { file: position.file, line: String(position.line), col: String(position.column) }),
    title: finding.code,
  };
  const shown = Object.entries(properties).map(([name, value]) => `${name}=${commandProperty(value)}`);
  return `::${COMMANDS[finding.severity]} ${shown.join(',')}::${commandData(formatAnnotationText(finding))}`;
}

/** Adds the address if the finding has no line. */
function formatAnnotationText(finding: Finding): string {
  const { message, address, provenance } = finding;
  const about = provenance === undefined && address !== undefined && !message.includes(address) ? `${address}: ` : '';
  return [`${about}${message}`, ...adviceTexts(finding, 'action')].join('\n');
}
