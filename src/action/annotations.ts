/** Annotations of the Action: findings and blocked changes, on the lines where they are declared. */

import { join, normalize } from 'node:path/posix';
import { blockedFindings } from '../index.ts';
import type { Finding } from '../model/finding.ts';
import type { Plan } from '../model/plan.ts';
import { annotations } from '../report/text/annotations.ts';

/** The Git host keeps ten annotations of each severity per step. One is left for the end of the step. */
const KEPT_OF_EACH = 9;

interface Place {
  /** Leads from the top of the repository to where files are named from. */
  readonly folder: string;
}

/** Workflow commands. */
export function annotationLines(
  findings: readonly Finding[],
  { accounts, ...place }: Place & { readonly accounts: number },
): readonly string[] {
  const most = Math.max(1, Math.floor(KEPT_OF_EACH / accounts));
  return annotations(
    findings.map((finding) => fromTop(finding, place)),
    most,
  );
}

/** Returns the findings of a plan, and each blocked change at its declaration. */
export function annotatedFindings(plan: Pick<Plan, 'changes' | 'calls' | 'summary' | 'findings'>): readonly Finding[] {
  return [...plan.findings, ...blockedFindings(plan)];
}

function fromTop(finding: Finding, { folder }: Place): Finding {
  if (finding.provenance === undefined) return finding;
  const file = normalize(join(folder, finding.provenance.file));
  return { ...finding, provenance: { ...finding.provenance, file } };
}
