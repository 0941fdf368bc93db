/** What the ledger has and the files no longer declare: a finding with both ways out, and a removal only for those who consent. */

import { canonicalCategory, OWN_LABELS } from '../../contract/association-limits.ts';
import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind, type Removal, type Unsupported } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { consents, namesConsent } from '../../model/policy.ts';
import type { DecideInput, Decision } from './decision.ts';
import type { Misspelt } from './misspelt.ts';
import { calledOtherwise, declaredElsewhere, forgotten, notCreated, ofAnother, removed } from './removal.ts';
import { anotherThan, maybeCalled, maybeSameAs } from './same-type.ts';
import { sharedText } from './shared-apps.ts';

export interface Undeclared {
  readonly decision?: Decision;
  readonly findings: readonly Finding[];
  /** What is new and looks like it. */
  readonly replacedBy?: Address;
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
  if (isUnsupported(remove)) {
    const same = maybeCalled(address, kind, declared);
    return { findings: [same === undefined ? undeletable(record, remove) : maybeDeclared(record, same)] };
  }
  if (found?.defined === 'default') return { findings: [builtIn(record)] };
  const same = maybeSameAs(address, kind, declared, input.ledger.records);
  if (same !== undefined) return { findings: [maybeDeclared(record, same)] };
  const like = misspelt(record, kind);
  const doubt = replacedEarlier(record) ?? (like && `${like.why} ${MAY_BE_THIS}`) ?? nameless(record, kind);
  if (!isConsented(record, kind, remove, input, doubt))
    return {
      findings: [unconsented(record, kind, remove, input, doubt)],
      ...defined({ replacedBy: record.replacedBy === undefined ? like?.by : undefined }),
    };
  return { decision: removed(record, kind, input), findings: [] };
}

const MAY_BE_THIS = 'What the files declare by that name may be this';

/** An earlier plan created what looks like it. That it is there by now says nothing of what somebody meant. */
function replacedEarlier({ replacedBy }: LedgerRecord): string | undefined {
  if (replacedBy === undefined) return undefined;
  return `${replacedBy} was created when this was dropped, and looked like it. It may be this by another name`;
}

/** A label of the account that only its id tells of: what it says by now, nobody who consented saw. */
function nameless({ address }: LedgerRecord, { associationType, reader }: Kind): string | undefined {
  const type = isUnsupported(reader) ? undefined : associationType?.(address);
  if (type?.typeId === undefined || canonicalCategory(type.category) !== OWN_LABELS) return undefined;
  return 'It is the limit of a label that only its id names';
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

function unconsented(
  record: LedgerRecord,
  { app }: Kind,
  { risk }: Removal,
  { allow, shared }: DecideInput,
  doubt: string | undefined,
): Finding {
  const { address } = record;
  const owner = app === undefined ? [] : [sharedText(app(address), shared)];
  return {
    ...notDeclared(address),
    message: [
      `${dropped(record)}, so it stays in the account.`,
      ...notCreated(record),
      ...owner,
      ...(consents(allow, risk, address) ? [namedOnly(record, app !== undefined, doubt)] : []),
    ].join(' '),
    hint:
      doubt === undefined
        ? 'Delete it, or keep it and drop its record.'
        : 'If a name is misspelt, correct it. Else delete it, or keep it and drop its record.',
    fix: [
      { action: 'allow', risk, address },
      { action: 'forget', addresses: [address], when: 'kept' },
    ],
  };
}

/** Why a consent to every address does not speak of it. */
function namedOnly({ file, found }: LedgerRecord, isOfApp: boolean, doubt: string | undefined): string {
  const consent = 'only a consent that names it deletes it.';
  if (doubt !== undefined) return `${doubt}, so ${consent}`;
  if (isOfApp || found !== undefined) return `So ${consent}`;
  const why = file === undefined ? 'Which file declared it is not known' : `Its file ${file} is missing or empty`;
  return `${why}, so ${consent}`;
}

/** Half a sentence. */
function dropped({ address, found }: LedgerRecord): string {
  return `${address} was ${found === 'recorded' ? 'recorded' : 'applied'} and is no longer declared`;
}

function undeletable({ address }: LedgerRecord, { section, elsewhere }: Unsupported): Finding {
  const other = elsewhere === undefined ? '' : `, or delete it with trueup on the ${elsewhere} surface`;
  return {
    ...notDeclared(address),
    message: `${address} is in the ledger but no longer declared; the interface cannot delete it (interface ${section}), so it stays in the account.`,
    hint: `To delete it, remove it in the account by hand${other}.`,
    fix: [{ action: 'forget', addresses: [address], when: 'removed' }],
  };
}

function builtIn(record: LedgerRecord): Finding {
  return {
    ...notDeclared(record.address),
    message: `${dropped(record)}. The service defines it, so nobody can delete it.`,
    hint: 'Drop its record.',
    fix: [{ action: 'forget', addresses: [record.address], when: 'kept' }],
  };
}

/** Deleting it could delete what the files declare, so no consent speaks of it. */
function maybeDeclared(record: LedgerRecord, same: Address): Finding {
  return {
    ...notDeclared(record.address),
    message: `${dropped(record)} by that name. It may be ${same}, which is declared: this surface cannot tell what a name stands for. So trueup does not delete it.`,
    hint: 'Drop its record. If it is another one, delete it with trueup on the dated surface first.',
    fix: [{ action: 'forget', addresses: [record.address], when: 'kept' }],
  };
}

function notDeclared(address: Address): Pick<Finding, 'code' | 'severity' | 'address'> {
  return { code: 'not-declared', severity: 'warning', address };
}
