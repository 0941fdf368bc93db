/** Detects by the ids of the service that the resource in the account is another one than the ledger recorded. */

import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { parseTypeId } from '../observe/renamed.ts';
import { isSameId } from '../observe/standing.ts';

/** Returns the reason as a sentence, or undefined if the ids do not tell the two apart. */
export function anotherThan(record: LedgerRecord, kind: Kind, found: LiveResource | undefined): string | undefined {
  return kind.associationType === undefined ? madeAnew(record, found) : anotherType(record, kind, found);
}

function madeAnew({ id: before }: LedgerRecord, found: LiveResource | undefined): string | undefined {
  const now = found?.id;
  if (before === undefined || now === undefined || isSameId(before, now)) return undefined;
  return `It was deleted and created again outside trueup: it has the id ${now} now, and the record is of the id ${before}.`;
}

function anotherType(record: LedgerRecord, kind: Kind, found: LiveResource | undefined): string | undefined {
  const label = kind.associationType?.(record.address).label;
  const [before, now] = [parseTypeId(record.id), parseTypeId(found?.id)];
  if (label === undefined || before === undefined || now === undefined || before === now) return undefined;
  return `The label ${JSON.stringify(label)} is that of the association type ${now} now. The record is of the type ${before}.`;
}
