/** What the ledger has and the files no longer declare: a finding with both ways out, and a removal only for those who consent. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind, type Removal } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { isNowhere } from '../../model/live.ts';
import { consents, namesConsent } from '../../model/policy.ts';
import type { DecideInput, Decision } from './decision.ts';
import { doubtOf } from './doubted.ts';
import type { Misspelt } from './misspelt.ts';
import { calledOtherwise, declaredElsewhere, forgotten, ofAnother, removed } from './removal.ts';
import { heldRemoval, withDrift } from './removal-drift.ts';
import { anotherThan, maybeCalled, maybeSameAs } from './same-type.ts';
import { builtIn, maybeDeclared, nowhere, unconsented, undeletable } from './undeclared-findings.ts';

export interface Undeclared {
  readonly decision?: Decision;
  readonly findings: readonly Finding[];
  /** All that is new and looks like it. */
  readonly replacedBy?: readonly Address[];
}

/** What the files say, as far as it concerns what they do not declare. */
export interface Declared {
  readonly addresses: ReadonlySet<Address>;
  readonly misspelt: Misspelt;
}

/** Dropping a declaration asks for nothing: what nobody consented to delete stays, and blocks no other change. */
export function decideUndeclared(
  record: LedgerRecord,
  kind: Kind,
  input: DecideInput,
  { addresses: declared, misspelt }: Declared,
): Undeclared {
  const { address } = record;
  const { remove } = kind.writer;
  const found = input.live.resources.get(address);
  const now = input.live.renamed?.get(address);
  if (now !== undefined && declared.has(now)) return { decision: declaredElsewhere(record, now), findings: [] };
  if (now !== undefined && input.ledger.records[now] !== undefined)
    return { decision: calledOtherwise(record, now), findings: [] };
  // By a name of the past nothing can be seen, and by that of now it is not there.
  const isUnseen = now === undefined && input.live.unseen.has(address);
  const isShown = found !== undefined && !input.live.unseen.has(address);
  if (!isUnseen && !isShown && !isUnsupported(kind.reader)) return { decision: forgotten(record), findings: [] };
  // What the ledger adds where the read failed is that of the address, not of the record.
  const another = anotherThan(record, kind, input.live.unseen.has(address) ? undefined : found);
  if (another !== undefined) return { decision: ofAnother(record, another), findings: [] };
  const like = misspelt(record, kind);
  const stays = (finding: Finding): Undeclared => ({
    findings: [finding],
    // Another surface may be able to delete it.
    ...defined({ replacedBy: record.replacedBy === undefined ? like?.by : undefined }),
  });
  if (isUnsupported(remove)) {
    const same = maybeCalled(address, kind, declared);
    return stays(same === undefined ? undeletable(record, remove) : maybeDeclared(record, kind, same));
  }
  if (found?.defined === 'default') return { findings: [builtIn(record)] };
  const same = maybeSameAs(address, kind, declared, input.ledger.records);
  if (same !== undefined) return stays(maybeDeclared(record, kind, same));
  const lacking = isNowhere(address, input.live) ? input.live.lacking?.get(address) : undefined;
  if (lacking !== undefined) return stays(nowhere(record, lacking));
  const doubt = doubtOf(record, kind, like, input.live);
  if (!isConsented(record, kind, remove, input, doubt)) return stays(unconsented(record, kind, remove, input, doubt));
  const held = heldRemoval(record, kind, input);
  if (held !== undefined) return stays(held);
  return { decision: withDrift(removed(record, kind, input), record, kind, input), findings: [] };
}

/**
 * A consent to every address speaks of what somebody took out of a file, not of a file that is gone or empty: an include that is
 * removed by accident, a folder that is renamed or a file that lost its content drops everything in it. Nor does it speak of what
 * belongs to an app, as the files of another account may still declare it, of what trueup did not create, of what the files may
 * declare by another name, or of what has no name.
 */
function isConsented(
  { address, file, found }: LedgerRecord,
  { app }: Kind,
  { risk }: Removal,
  { allow, files }: DecideInput,
  doubt: string | undefined,
): boolean {
  if (namesConsent(allow, risk, address)) return true;
  if (doubt !== undefined) return false;
  const isOurs = app === undefined && found === undefined && file !== undefined && files.has(file);
  return isOurs && consents(allow, risk, address);
}
