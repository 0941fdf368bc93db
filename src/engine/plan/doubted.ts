/** Why a consent to every address does not speak of what is no longer declared: it may be something that somebody still wants. */

import { canonicalCategory, OWN_LABELS, SERVICE_TYPES } from '../../contract/association-limits.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Likeness } from './misspelt.ts';

/** Sentences without the last full stop; undefined where nothing is doubted. */
export function doubtOf(record: LedgerRecord, kind: Kind, like: Likeness | undefined, live: Live): string | undefined {
  return (
    replacedEarlier(record) ??
    (like && `${like.why} ${MAY_BE_THIS}`) ??
    nameless(record, kind) ??
    (live.anew?.has(record.address) === true ? MADE_ANEW : undefined)
  );
}

const MADE_ANEW = 'What has its name by now was made since trueup last wrote it';

const MAY_BE_THIS = 'What the files declare by that name may be this';

/** An earlier plan created what looks like it. That it is there by now says nothing of what somebody meant. */
function replacedEarlier({ replacedBy }: LedgerRecord): string | undefined {
  if (replacedBy === undefined) return undefined;
  return `${replacedBy} was created when this was dropped, and looked like it. It may be this by another name`;
}

/** A type that somebody made and only its id tells of: what it says by now, nobody who consented saw. */
function nameless({ address }: LedgerRecord, { associationType, reader }: Kind): string | undefined {
  const type = isUnsupported(reader) ? undefined : associationType?.(address);
  if (type?.typeId === undefined) return undefined;
  const category = canonicalCategory(type.category);
  if (category === SERVICE_TYPES) return undefined;
  return `It is the limit of ${category === OWN_LABELS ? 'a label' : 'an association type'} that only its id names`;
}
