/** What one declared resource needs: an action with its reason, before anything is routed. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change, ReasonCode, Risk } from '../../model/change.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind, type Wanted } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import type { Settler } from '../../model/open-call.ts';
import type { Adoption } from '../../model/plan.ts';
import { type Consent, consents, type RiskName } from '../../model/policy.ts';
import { equalField, equalJson } from '../compare.ts';
import { type LastChangeInput, lastChange } from '../drift/last-change.ts';
import { ownWriting } from '../drift/own-writing.ts';
import { storedAfter } from '../options/record.ts';
import { heldFinding, labelFinding, storedFinding } from './decide-findings.ts';
import { type Diff, diffResource } from './diff.ts';
import { reasonText, STORED_KEPT, UNSEEN_KEPT } from './reasons.ts';

export interface DecideInput {
  readonly live: Live;
  readonly ledger: Ledger;
  readonly allow: readonly Consent[];
  /** Leave what moved in the account while the file stood still; but overwrite it at these addresses. */
  readonly hold: boolean;
  readonly overwrite: ReadonlySet<string>;
  /** Addresses on which a call is open that nothing can read back or repeat, and who settles it. */
  readonly unsettled: ReadonlyMap<Address, Settler>;
}

export interface Decision {
  readonly change: Change;
  /** Present when the writer has to express it. */
  readonly wanted?: Wanted<Fields>;
  /** Declared fields to record once it is done. */
  readonly record: Fields;
  readonly adopt?: Adoption;
  readonly findings: readonly Finding[];
}

/** What is to be; without a place in a file when no file says so. */
type Wish = Omit<DesiredResource, 'provenance'> & Partial<Pick<DesiredResource, 'provenance'>>;

export function decide(resource: Wish, kind: Kind, input: DecideInput): Decision {
  const { address } = resource;
  const live = input.live.resources.get(address);
  const record = input.ledger.records[address];
  const diff = diffResource({
    kind,
    spec: resource.spec,
    live: live?.fields,
    applied: record?.fields,
    stored: record?.stored,
    hold: input.hold && !input.overwrite.has(address),
  });
  const hasToExist = kind.mentions(resource.spec).includes(address);
  const base: Change = {
    address,
    kind: resource.kind,
    action: live === undefined && !hasToExist ? 'create' : diff.fields.length === 0 ? 'keep' : 'update',
    because: diff.because,
    reason: '',
    risk: 'safe',
    risks: [],
    basis: live?.basis ?? absenceBasis(kind),
    ...defined({ recordedAt: live?.recordedAt }),
    fields: diff.fields,
    ...(diff.foreign.length === 0 ? {} : { foreign: diff.foreign }),
    dependsOn: kind.dependsOn(resource.spec),
    ...defined({ provenance: resource.provenance }),
    ...movedBy(diff, { record, kind, live, own: ownWriting({ ledger: input.ledger })(address).writes }),
  };
  const findings = [
    ...(diff.held.length === 0 ? [] : [heldFinding(base, diff)]),
    ...diff.stored.map((one) =>
      storedFinding(
        base,
        one,
        diff.fields.some(({ field }) => field === one.field),
      ),
    ),
  ];
  const blocked = (because: ReasonCode, reason: string, more: Partial<Change> = {}): Decision => ({
    change: { ...base, action: 'blocked', because, reason, ...more },
    record: diff.record,
    findings,
  });

  const settler = input.unsettled.get(address);
  if (settler === 'run') return blocked('under-way', 'A run that is under way has an open call on it.');
  if (settler !== undefined)
    return blocked('unsettled', 'An earlier call may or may not have happened; it has to be settled first.');
  const unseen = input.live.unseen.has(address);
  if (unseen && base.action !== 'keep')
    return blocked('unseen', 'The read that would show it failed, so what is there now is not known.', {
      basis: 'unknown',
    });
  if (base.action === 'keep') {
    const because = diff.held.length > 0 ? 'held' : 'in-sync';
    const adopt = diff.held.length > 0 ? undefined : adoption(resource, kind, { live, diff, record });
    return {
      change: {
        ...base,
        because,
        reason: unseen ? UNSEEN_KEPT : diff.stored.length > 0 ? STORED_KEPT : reasonText(because, base),
      },
      record: diff.record,
      ...defined({ adopt }),
      findings,
    };
  }
  if (base.action === 'update') {
    if (live?.locked !== undefined)
      return blocked('read-only', `The account does not let anyone change it: ${live.locked}.`, lockedSection(kind));
    const fixed = diff.fields.filter(({ field }) => kind.fields[field]?.mutable === false).map(({ field }) => field);
    if (kind.writer.update !== undefined && isUnclaimed(record))
      return blocked('exists-unread', 'It exists, and nothing can read its fields.');
    if (kind.writer.update !== undefined)
      return blocked('no-endpoint', kind.writer.update.reason, { section: kind.writer.update.section });
    if (fixed.length > 0)
      return blocked('no-endpoint', `No endpoint changes ${fixed.join(', ')} once it exists.`, {
        section: kind.section,
      });
  }
  const finishing = (risk: RiskName) =>
    risk === 'type-change' && record !== undefined && record.fields['type'] === undefined;
  const consented = ({ risk, consented }: Diff['risks'][number]) =>
    consented || finishing(risk) || consents(input.allow, risk, address);
  const wanted: Wanted<Fields> = {
    address,
    action: base.action === 'create' ? 'create' : 'update',
    spec: resource.spec,
    after: diff.after,
    ...defined({ before: live?.fields }),
    changed: diff.fields.map(({ field }) => field),
    ...defined({ record }),
  };
  const lacking = diff.risks.filter((risk) => !consented(risk));
  if (lacking.length > 0) {
    // Nobody is asked for a consent that would change nothing.
    const [impossible] = kind.writer.write([wanted]).blocked;
    if (impossible !== undefined)
      return blocked(impossible.because, impossible.reason, { section: impossible.section });
    const risks = [...new Set(lacking.map(({ risk }) => risk))];
    return blocked('consent-required', `Needs consent: ${lacking.map(({ detail }) => detail).join(', ')}.`, {
      risk: riskOf(risks),
      risks,
    });
  }
  const risks = [...new Set(diff.risks.map(({ risk }) => risk).filter((risk) => !finishing(risk)))];
  const change: Change = { ...base, reason: reasonText(diff.because, base), risk: riskOf(risks), risks };
  return {
    change,
    wanted,
    record: diff.record,
    findings: [...findings, ...diff.sharedLabels.map((options) => labelFinding(change, options))],
  };
}

/** Removed options come back empty, and a purged limit can be set again; a type change strands values for good. */
export function riskOf(risks: readonly RiskName[]): Risk {
  if (risks.includes('type-change')) return 'irreversible';
  return risks.length > 0 ? 'destructive' : 'safe';
}

/** It is known to exist, and nothing else: a create was refused for it. */
function isUnclaimed(record: LedgerRecord | undefined): boolean {
  return record !== undefined && Object.keys(record.fields).length === 0;
}

/** Where the interface says which resources of the kind nobody can change. */
function lockedSection({ reader }: Kind): Pick<Change, 'section'> {
  return isUnsupported(reader) ? {} : defined({ section: reader.lockedSection });
}

/** How it is known that a resource is not there. */
function absenceBasis(kind: Kind): Change['basis'] {
  if (isUnsupported(kind.reader)) return 'unknown';
  return kind.reader.proves === 'both' ? 'observed' : 'inferred';
}

function movedBy(
  diff: Diff,
  { live, ...rest }: Omit<LastChangeInput, 'live'> & { readonly live: LiveResource | undefined },
): Pick<Change, 'changedAt' | 'changedBy'> {
  const moved = diff.because === 'account-moved' || diff.because === 'both-moved' || diff.held.length > 0;
  return moved && live !== undefined ? lastChange({ ...rest, live }) : {};
}

/** In sync and observed, but the ledger has another idea of what is ours, or of how it is stored. */
function adoption(
  resource: Wish,
  kind: Kind,
  seen: { readonly live: LiveResource | undefined; readonly diff: Diff; readonly record: LedgerRecord | undefined },
): Adoption | undefined {
  const { live, diff, record } = seen;
  const stored = Object.fromEntries(
    diff.stored.flatMap(({ field, before = null }) => {
      const [was, now, rule] = [record?.stored?.[field], live?.fields[field], kind.fields[field]];
      if (was === undefined || now === undefined || rule === undefined) return [];
      const is = rule.compare === 'options' ? storedAfter(was, before, now) : undefined;
      return [[field, is === undefined || equalField(rule, was, is) ? was : is]];
    }),
  );
  const same = record !== undefined && equalJson(record.fields, diff.record) && equalJson(record.stored ?? {}, stored);
  if (live?.basis !== 'observed' || same) return undefined;
  const some = Object.keys(stored).length > 0;
  return { address: resource.address, kind: resource.kind, fields: diff.record, ...(some ? { stored } : {}) };
}
