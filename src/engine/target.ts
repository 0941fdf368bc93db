/** Narrows decisions to some addresses, with everything these depend on. */

import type { Address } from '../model/address.ts';
import type { Finding } from '../model/finding.ts';
import type { Decision } from './decide.ts';

export interface Selection {
  readonly decisions: readonly Decision[];
  readonly findings: readonly Finding[];
}

/** A target is an address, or the beginning of addresses when it ends in `*`. No targets: everything. */
export function selectTargets(decisions: readonly Decision[], targets: readonly string[]): Selection {
  if (targets.length === 0) return { decisions, findings: [] };
  const byAddress = new Map(decisions.map((decision) => [decision.change.address, decision] as const));
  const chosen = new Set<Address>();
  const findings: Finding[] = [];
  for (const target of targets) {
    const matching = decisions.filter(({ change }) => matches(change.address, target));
    if (matching.length === 0) findings.push(unknownTarget(target));
    for (const { change } of matching) choose(change.address);
  }
  return { decisions: decisions.filter(({ change }) => chosen.has(change.address)), findings };

  function choose(address: Address): void {
    if (chosen.has(address)) return;
    const decision = byAddress.get(address);
    if (decision === undefined) return;
    chosen.add(address);
    for (const dependency of decision.change.dependsOn) choose(dependency);
  }
}

function matches(address: Address, target: string): boolean {
  return target.endsWith('*') ? address.startsWith(target.slice(0, -1)) : address === target;
}

function unknownTarget(target: string): Finding {
  return {
    code: 'target-unknown',
    severity: 'error',
    message: `--target ${target} matches nothing that is declared or in the ledger.`,
    hint: 'Addresses look like property:contacts/loyaltytier; end one with * to match all that begin with it.',
  };
}
