/** Refuses `--allow RISK` for a removal that names no resource, and lists the resources that the plan would remove. */

import { UsageError } from '../errors.ts';
import { unnamedRemovals } from '../model/consent.ts';
import type { Plan } from '../model/plan.ts';
import type { RiskName } from '../model/risk.ts';
import { wordsText } from '../report/command.ts';
import { listCandidates } from '../report/consents.ts';

/** The plan was made without these consents. Throws UsageError `consent-unnamed`. */
export function requireNamedConsents({ allow }: { readonly allow?: readonly string[] }, plan: Plan): void {
  const [risk] = unnamedRemovals(allow);
  if (risk === undefined) return;
  throw new UsageError('consent-unnamed', `--allow ${risk} names no resource, so nothing was allowed.`, {
    hint: formatHint(risk, listCandidates(risk, plan)),
  });
}

function formatHint(risk: RiskName, candidates: readonly string[]): string {
  if (candidates.length === 0) return `The plan needs no consent to ${risk}. Leave the flag out.`;
  const flags = candidates.slice(0, SHOWN).map((address) => wordsText(['--allow', `${risk}=${address}`]));
  const more = candidates.length > SHOWN ? `, and ${candidates.length - SHOWN} more` : '';
  return `Name the addresses that the consent is for: ${flags.join(', ')}${more}.`;
}

/** Candidates that a hint lists. */
const SHOWN = 20;
