/** Inputs of plans, new or repeated: the reads and the options. */

import type { PlanningInput } from '../engine/plan/planning.ts';
import { isOfHub } from '../model/account.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { PlanOptions } from './types.ts';

export type Seen = Pick<
  PlanningInput,
  'ledger' | 'live' | 'kinds' | 'hubId' | 'scopes' | 'holder' | 'quota' | 'timeZone' | 'shared' | 'called' | 'now'
>;

export function planningInput(
  resolution: Resolution,
  seen: Seen,
  { allow = [], targets = [], overwrite = [] }: Pick<PlanOptions, 'allow' | 'targets' | 'overwrite'>,
): PlanningInput {
  const findings = [...resolution.findings, ...sharedHubFindings(resolution, seen.hubId)];
  return { ...seen, resolution: { ...resolution, findings }, allow, targets, overwrite };
}

/** `hubId`: as the token proved it. An account that is less guarded than another one of the same id would get around that. */
export function sharedHubFindings({ account, others }: Resolution, hubId: number | null): readonly Finding[] {
  const sought = { ...account, hubId: hubId ?? account.hubId };
  return others
    .filter((twin) => isOfHub(twin, sought))
    .flatMap((twin): readonly Finding[] => {
      const guards = [
        ...(twin.protected && !account.protected ? ['`protected: true`'] : []),
        ...(twin.drift === 'hold' && account.drift !== 'hold' ? ['`drift: hold`'] : []),
      ];
      if (guards.length === 0) return [];
      const isProven = twin.hubId !== undefined;
      const same = isProven ? `are the same account ${twin.hubId}` : 'use the same credentials';
      const message = `\`${account.name}\` and \`${twin.name}\` ${same}, and only \`${twin.name}\` says ${guards.join(' and ')}.`;
      const out = isProven ? '' : `If \`${twin.name}\` is another account, write its hubId. `;
      const hint = `${out}Remove one of the two, or say the same in \`${account.name}\`.`;
      return [{ code: 'hub-id-shared', severity: 'error', message, hint }];
    });
}
