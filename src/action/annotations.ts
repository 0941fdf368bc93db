/** What the Action annotates: findings and blocked changes on the lines they were written at, the gravest first. */

import { join, normalize } from 'node:path/posix';
import type { Change } from '../model/change.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { Plan } from '../model/plan.ts';
import { annotations } from '../report/annotations.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** Of each severity; the Git host shows fewer still, and the summary has them all. */
const MOST_OF_EACH = 50;

/** Workflow commands, one a line; `folder` leads from the top of the repository to where files are named from. */
export function annotationText(findings: readonly Finding[], folder: string): string {
  const shown = SEVERITIES.flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity).slice(0, MOST_OF_EACH),
  );
  return annotations(shown.map((finding) => fromTop(finding, folder)));
}

/** What a plan says about the files: its findings, and each blocked change where it was declared. */
export function annotatedFindings({ changes, findings }: Pick<Plan, 'changes' | 'findings'>): readonly Finding[] {
  return [...findings, ...changes.filter(({ action }) => action === 'blocked').map(blocked)];
}

function fromTop(finding: Finding, folder: string): Finding {
  if (finding.provenance === undefined) return finding;
  return { ...finding, provenance: { ...finding.provenance, file: normalize(join(folder, finding.provenance.file)) } };
}

function blocked({ address, reason, provenance }: Change): Finding {
  return {
    code: 'blocked-change',
    severity: 'warning',
    message: `${address} is blocked: ${reason}`,
    address,
    ...(provenance === undefined ? {} : { provenance }),
  };
}
