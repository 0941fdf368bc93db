/** The findings of a recovery about the open calls it found. */

import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Intention } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { settling } from '../hints.ts';

/** `seen` is the number of resources that show the effect. */
export function settledFinding(intention: Intention, seen: number): Finding {
  const { method, path, run, at, covers } = intention;
  const effect =
    seen === covers.length
      ? 'took effect: the ledger records it'
      : `took effect on ${seen} of its ${covers.length} resources: the ledger records those`;
  return findingOf(intention, {
    code: 'intention-settled',
    severity: 'info',
    message: `${method} ${path} of trueup run ${run} (${moment(at)}), left open until now, ${seen === 0 ? 'shows no effect' : effect}.`,
  });
}

export function overtakenFinding(intention: Intention, overtaken: readonly Address[]): Finding {
  return findingOf(intention, {
    code: 'intention-overtaken',
    severity: 'warning',
    message: `An earlier run may have changed ${overtaken.join(', ')}, and it is neither as it was before nor as that run sent it. What differs from what that run sent counts as drift.`,
  });
}

export function refusedFinding(intention: Intention, why: string): Finding {
  return findingOf(intention, {
    code: 'intention-refused',
    severity: 'warning',
    message: `${intention.method} ${intention.path}, left open by an earlier run, was repeated and refused for ${intention.covers.join(', ')}: ${why}`,
  });
}

export function stillOpenFinding(
  intention: Intention,
  why: string,
  advice: Advice = { hint: 'The next apply tries again.' },
): Finding {
  return findingOf(intention, {
    code: 'intention-still-open',
    severity: 'warning',
    message: `It is unknown whether ${intention.method} ${intention.path} of ${moment(intention.at)} took effect, and ${why}`,
    ...advice,
  });
}

/** The finding for a person. It has the body of the call, so that the person can look for its effect. */
export function unsettledFinding(intention: Intention): Finding {
  return findingOf(intention, {
    code: 'unsettled-intention',
    severity: 'error',
    message: `It is unknown whether ${intention.method} ${intention.path} of ${moment(intention.at)} took effect. Its body: ${JSON.stringify(intention.call.body ?? null)}`,
    ...settling(intention),
  });
}

function findingOf({ covers: [address] }: Intention, finding: Finding): Finding {
  return address === undefined ? finding : { ...finding, address };
}
