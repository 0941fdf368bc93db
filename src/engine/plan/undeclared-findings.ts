/** What is said of what the ledger has and the files no longer declare, where it stays in the account. */

import type { Address } from '../../model/address.ts';
import { isOfEvent } from '../../model/event-name.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind, Removal, Unsupported } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { consents } from '../../model/policy.ts';
import type { DecideInput } from './decision.ts';
import { notCreated } from './removal.ts';
import { sharedText } from './shared-apps.ts';

export function unconsented(
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

export function undeletable({ address }: LedgerRecord, { section, elsewhere }: Unsupported): Finding {
  const other = elsewhere === undefined ? '' : `, or delete it with trueup on the ${elsewhere} surface`;
  return {
    ...notDeclared(address),
    message: `${address} is in the ledger but no longer declared; the interface cannot delete it (interface ${section}), so it stays in the account.`,
    hint: `To delete it, remove it in the account by hand${other}.`,
    fix: [{ action: 'forget', addresses: [address], when: 'removed' }],
  };
}

export function builtIn(record: LedgerRecord): Finding {
  return {
    ...notDeclared(record.address),
    message: `${dropped(record)}. The service defines it, so nobody can delete it.`,
    hint: 'Drop its record.',
    fix: [{ action: 'forget', addresses: [record.address], when: 'kept' }],
  };
}

/** What it belongs to, or is named by, is not in the account, so no consent speaks of it. `lacking`: a sentence that says so. */
export function nowhere(record: LedgerRecord, lacking: string): Finding {
  return {
    ...notDeclared(record.address),
    message: `${dropped(record)}. ${lacking} So trueup cannot delete it.`,
    hint: 'It may be there under another name: look in the account, and delete it there by hand if it is meant. Then drop its record.',
    fix: [{ action: 'forget', addresses: [record.address], when: 'removed' }],
  };
}

/** Deleting it could delete what the files declare, so no consent speaks of it. */
export function maybeDeclared(record: LedgerRecord, kind: Kind, same: Address): Finding {
  const [why, other] = isOfEvent(kind)
    ? ['an event goes by several names', 'delete it in the account by hand']
    : ['this surface cannot tell what a name stands for', 'delete it with trueup on the dated surface first'];
  return {
    ...notDeclared(record.address),
    message: `${dropped(record)} by that name. It may be ${same}, which is declared: ${why}. So trueup does not delete it.`,
    hint: `Drop its record. If it is another one, ${other}.`,
    fix: [{ action: 'forget', addresses: [record.address], when: 'kept' }],
  };
}

function notDeclared(address: Address): Pick<Finding, 'code' | 'severity' | 'address'> {
  return { code: 'not-declared', severity: 'warning', address };
}
