/** Findings as workflow commands of the Git host, which shows them at their lines in a review. */

import type { Finding, Severity } from '../model/finding.ts';
import { commandData, commandProperty } from './escape.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** One line per finding: `::error file=trueup.yaml,line=9,col=11,title=code::message`. Empty without any. */
export function annotations(findings: readonly Finding[]): string {
  return findings.map((finding) => `${annotation(finding)}\n`).join('');
}

function annotation(finding: Finding): string {
  const { provenance: place } = finding;
  const properties = {
    ...(place === undefined ? {} : { file: place.file, line: String(place.line), col: String(place.column) }),
    title: finding.code,
  };
  const shown = Object.entries(properties).map(([name, value]) => `${name}=${commandProperty(value)}`);
  return `::${COMMANDS[finding.severity]} ${shown.join(',')}::${commandData(textOf(finding))}`;
}

/** The address says which resource is meant where the finding has no line of its own. */
function textOf({ message, hint, address, provenance }: Finding): string {
  const about = provenance === undefined && address !== undefined && !message.includes(address) ? `${address}: ` : '';
  return `${about}${message}${hint === undefined ? '' : `\n${hint}`}`;
}
