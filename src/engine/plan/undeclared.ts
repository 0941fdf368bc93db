/** What the ledger has and the files no longer declare: a finding with both ways out, and a removal only for those who consent. */

import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind, type Removal, type Unsupported } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { consents, namesConsent } from '../../model/policy.ts';
import type { DecideInput, Decision } from './decision.ts';
import { declaredElsewhere, forgotten, removed } from './removal.ts';

export interface Undeclared {
  readonly decision?: Decision;
  readonly findings: readonly Finding[];
}

/** Dropping a declaration asks for nothing: what nobody consented to delete stays, and blocks no other change. */
export function decideUndeclared(
  record: LedgerRecord,
  kind: Kind,
  input: DecideInput,
  declared: ReadonlySet<Address>,
): Undeclared {
  const { address } = record;
  const { remove } = kind.writer;
  const found = input.live.resources.get(address);
  if (found === undefined && !input.live.unseen.has(address) && !isUnsupported(kind.reader))
    return { decision: forgotten(record), findings: [] };
  const other = sameResource(address, kind, input, declared);
  if (other !== undefined) return { decision: declaredElsewhere(record, other), findings: [] };
  if (isUnsupported(remove)) return { findings: [undeletable(record, remove)] };
  if (found?.defined === 'default') return { findings: [builtIn(record)] };
  if (!isConsented(record, kind, remove, input)) return { findings: [unconsented(record, kind, remove, input)] };
  return { decision: removed(record, kind, input), findings: [] };
}

/** Of an app, whose ids are its own: another spelling of the same resource has the same one. */
function sameResource(
  address: Address,
  { name, app }: Kind,
  { live: { resources } }: DecideInput,
  declared: ReadonlySet<Address>,
): Address | undefined {
  const id = resources.get(address)?.id;
  if (app === undefined || id === undefined) return undefined;
  return [...declared].find(
    (other) => other.startsWith(`${name}:`) && app(other) === app(address) && resources.get(other)?.id === id,
  );
}

/**
 * A consent to every address speaks of what somebody took out of a file, not of a file that is gone or empty: an include that is
 * removed by accident, a folder that is renamed or a file that lost its content drops everything in it. Nor does it speak of what
 * belongs to an app: the files of another account may still declare it.
 */
function isConsented(
  { address, file }: LedgerRecord,
  { app }: Kind,
  { risk }: Removal,
  { allow, files }: DecideInput,
): boolean {
  if (namesConsent(allow, risk, address)) return true;
  return app === undefined && file !== undefined && files.has(file) && consents(allow, risk, address);
}

function unconsented(
  { address, file }: LedgerRecord,
  { app }: Kind,
  { risk }: Removal,
  { allow }: DecideInput,
): Finding {
  const why =
    app !== undefined
      ? `Other accounts may declare it for app ${app(address)}`
      : file === undefined
        ? 'Which file declared it is not known'
        : `Its file ${file} is missing or empty`;
  const named = consents(allow, risk, address) ? ` ${why}, so only a consent that names it deletes it.` : '';
  return {
    ...notDeclared(address),
    message: `${address} was applied and is no longer declared, so it stays in the account.${named}`,
    hint: 'Delete it, or keep it and drop its record.',
    fix: [
      { action: 'allow', risk, address },
      { action: 'forget', addresses: [address], when: 'kept' },
    ],
  };
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

function builtIn({ address }: LedgerRecord): Finding {
  return {
    ...notDeclared(address),
    message: `${address} was applied and is no longer declared. The service defines it, so nobody can delete it.`,
    hint: 'Drop its record.',
    fix: [{ action: 'forget', addresses: [address], when: 'kept' }],
  };
}

function notDeclared(address: Address): Pick<Finding, 'code' | 'severity' | 'address'> {
  return { code: 'not-declared', severity: 'warning', address };
}
