/** A limit on the findings of a project. Further findings are counted, and the count is itself a finding. */

import { countOf, type Finding, type Severity } from './finding.ts';

const FINDING_LIMIT = 1_000;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const WORDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Returns the findings in their order. Errors are kept before warnings, and warnings before notes. An existing count stays. */
export function withinLimit(findings: readonly Finding[]): readonly Finding[] {
  const counts = findings.filter(({ leftOut }) => leftOut !== undefined);
  const listed = findings.filter(({ leftOut }) => leftOut === undefined);
  if (listed.length <= FINDING_LIMIT) return findings;
  const ranked = SEVERITIES.flatMap((severity) => listed.filter((finding) => finding.severity === severity));
  const kept = new Set(ranked.slice(0, FINDING_LIMIT));
  return [...listed.filter((finding) => kept.has(finding)), ...counts, leftOutFinding(ranked.slice(FINDING_LIMIT))];
}

function leftOutFinding(others: readonly Finding[]): Finding {
  const leftOut = {
    error: countOf(others, 'error'),
    warning: countOf(others, 'warning'),
    info: countOf(others, 'info'),
  };
  const parts = SEVERITIES.filter((severity) => leftOut[severity] > 0).map((severity) => {
    return `${leftOut[severity].toLocaleString('en')} ${WORDS[severity]}${leftOut[severity] === 1 ? '' : 's'}`;
  });
  return {
    code: 'findings-left-out',
    severity: SEVERITIES.find((severity) => leftOut[severity] > 0) ?? 'info',
    message: `Only ${FINDING_LIMIT.toLocaleString('en')} findings are listed: ${parts.join(', ')} are omitted.`,
    hint: 'Fix the listed findings, then run again to see the rest.',
    leftOut,
  };
}
