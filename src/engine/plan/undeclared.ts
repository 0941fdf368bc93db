/** What the ledger has and the files no longer declare: a removal if there is a call for it, else a finding; never a surprise. */

import { defined } from '../../contract/defined.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { consents } from '../../model/policy.ts';
import { idOf, riskOf } from './decide-consent.ts';
import type { DecideInput, Decision } from './decision.ts';

export interface Undeclared {
  readonly decision?: Decision;
  readonly findings: readonly Finding[];
}

export function decideUndeclared(
  record: LedgerRecord,
  kind: Kind,
  { live, allow }: Pick<DecideInput, 'live' | 'allow'>,
): Undeclared {
  const { address } = record;
  const { remove } = kind.writer;
  const found = live.resources.get(address);
  const change = removal(record, kind, found);
  if (found === undefined && !live.unseen.has(address) && !isUnsupported(kind.reader))
    return decided({ change: forgotten(change) });
  if (isUnsupported(remove)) return { findings: [notDeclared(record, remove.section)] };
  if (!consents(allow, remove.risk, address)) return decided({ change: unconsented(change) });
  return decided({
    change,
    desired: {
      address,
      action: 'remove',
      after: {},
      before: found?.fields ?? record.fields,
      changed: Object.keys(record.fields),
      record,
      ...defined({ id: idOf(found, record) }),
    },
  });
}

function decided(decision: Pick<Decision, 'change' | 'desired'>): Undeclared {
  return { decision: { ...decision, record: {}, findings: [] }, findings: [] };
}

function removal(record: LedgerRecord, { writer: { remove } }: Kind, found: LiveResource | undefined): Change {
  const risks = isUnsupported(remove) ? [] : [remove.risk];
  return {
    address: record.address,
    kind: record.kind,
    action: 'remove',
    because: 'not-declared',
    reason: 'It is no longer declared.',
    risk: riskOf(risks),
    risks,
    basis: found?.basis ?? 'recorded',
    recordedAt: record.at,
    fields: Object.entries(record.fields).map(([field, before]) => ({ field, before })),
    dependsOn: [],
  };
}

function forgotten({ recordedAt: _, ...seen }: Change): Change {
  return {
    ...seen,
    action: 'forget',
    because: 'gone',
    reason: 'It is no longer declared and no longer in the account.',
    risk: 'safe',
    risks: [],
    basis: 'observed',
  };
}

function unconsented(change: Change): Change {
  return {
    ...change,
    action: 'blocked',
    because: 'consent-required',
    reason: 'It is no longer declared; deleting it requires consent.',
  };
}

function notDeclared(record: LedgerRecord, section: string): Finding {
  return {
    code: 'not-declared',
    severity: 'warning',
    message: `${record.address} is in the ledger but no longer declared; the interface cannot delete it (interface ${section}), so it stays in the account.`,
    hint: 'To delete it, remove it in the account by hand.',
    fix: [{ action: 'forget', addresses: [record.address], when: 'removed' }],
    address: record.address,
  };
}
