/** Effects of a change of stages on the records in them (interface 11.9). */

import type { DesiredChange, Writing } from '../../../model/kind.ts';
import type { Option } from '../../../model/option.ts';
import { listStages, type PipelineSpec } from '../spec.ts';

/** A deal is closed exactly while the probability of its stage is 0 or 1. */
export function outcomeRemarks({
  address,
  action,
  before = {},
  after,
}: DesiredChange<PipelineSpec>): NonNullable<Writing['remarks']> {
  if (action !== 'update') return [];
  const live = new Map(listStages(before).map((stage) => [stage.value, stage] as const));
  return listStages(after).flatMap((stage) => {
    const old = live.get(stage.value);
    if (old === undefined || isClosing(old) === isClosing(stage)) return [];
    const [what, effect] = isClosing(stage) ? ['ends', 'closes'] : ['no longer ends', 'opens'];
    return [
      {
        code: 'stage-outcome-changed',
        severity: 'warning',
        address,
        message: `The stage ${JSON.stringify(stage.value)} ${what} the work of its records: the change ${effect} every record in it.`,
        hint: 'Check in the account which records are in the stage before you apply.',
      },
    ];
  });
}

function isClosing({ probability, ticketState, state }: Option): boolean {
  return probability === 0 || probability === 1 || ticketState === 'CLOSED' || state === 'CLOSED';
}
