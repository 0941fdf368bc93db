/** Plans to restore one address to its state before a run. Pure. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change, OptionChange } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields, Json } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { append } from '../../model/lists.ts';
import type { LiveResource } from '../../model/live.ts';
import { asOptions, equalField, setFields } from '../compare.ts';
import { undoOptions } from '../options/revert.ts';
import { anotherThan } from './another.ts';
import { decide } from './decide.ts';
import type { DecideInput, Decision } from './decision.ts';
import { listLostContents } from './lost-contents.ts';
import { removed } from './removal.ts';
import { block } from './route.ts';
import type { Overwritten, RunEffect } from './run-effects.ts';
import { changedFinding, emptyFinding, seenBefore, staysFinding, unknownFinding } from './undo-findings.ts';

export function undo(effect: RunEffect, context: DecideInput): Decision {
  const { address, kind, existed, exists } = effect;
  const live = context.live.resources.get(address);
  const record = context.ledger.records[address];
  if (live === undefined && context.live.unseen.has(address))
    return decideKept(effect, live, 'unseen', context.live.lacking?.get(address) ?? UNSEEN);
  const another = record && anotherThan(record, kind, live);
  if (another !== undefined)
    return {
      ...decideKept(effect, live, 'gone', another),
      findings: [
        staysFinding(address, `The run set ${address}. ${another} So the current resource stays unchanged.`, kind),
      ],
    };
  if (!existed)
    return exists ? uncreate(effect, live, context) : decideKept(effect, live, 'in-sync', 'As before the run.');
  if (live === undefined && exists) return decideKept(effect, live, 'gone', 'It is no longer in the account.');
  return restore(effect, live, context);
}

const UNSEEN = 'The reads of the account do not tell its current state.';

function uncreate(effect: RunEffect, live: LiveResource | undefined, context: DecideInput): Decision {
  const { address, kind } = effect;
  if (live === undefined) {
    const why = isUnsupported(kind.reader)
      ? 'The ledger no longer has a record of it, so nothing is removed.'
      : 'It is no longer in the account.';
    return decideKept(effect, live, 'in-sync', why);
  }
  const { remove } = kind.writer;
  if (isUnsupported(remove))
    return decideKept(
      effect,
      live,
      'no-endpoint',
      `${seenBefore(kind)}, so it stays. ${remove.reason}`,
      remove.section,
    );
  const changedSince = fieldsChangedSince(effect, live);
  if (changedSince.length > 0 && !context.overwrite.has(address)) return decideHeld(effect, live, changedSince);
  const record = context.ledger.records[address];
  if (record === undefined)
    return {
      ...decideKept(effect, live, 'in-sync', 'It is no longer recorded anywhere.'),
      findings: [
        staysFinding(
          address,
          `The run created ${address}, and the ledger no longer has a record of it, so it stays.`,
          kind,
        ),
      ],
    };
  const decision = removed(record, kind, context);
  const { change } = decision;
  if (change.action === 'blocked') return decision;
  const reason = 'It did not exist before the run';
  if (!context.isAllowed(remove.risk, address))
    return block(decision, { because: 'consent-required', reason: `${reason}; deleting it requires consent.` });
  return { ...decision, change: { ...change, because: 'reverted', reason: `${reason}.` } };
}

function restore(effect: RunEffect, live: LiveResource | undefined, context: DecideInput): Decision {
  const { address, kind, exists } = effect;
  const spec = undoFields(effect, live, context.overwrite.has(address));
  const findings: readonly Finding[] = [
    ...(spec.changedSince.length > 0 ? [changedFinding(address, spec.changedSince)] : []),
    ...(spec.unknown.length > 0 ? [unknownFinding(address, spec.unknown)] : []),
  ];
  if (Object.keys(spec.fields).length === 0) {
    const because = spec.changedSince.length > 0 ? 'held' : spec.unknown.length > 0 ? 'value-unknown' : 'in-sync';
    return { ...decideKept(effect, live, because, KEPT[because]), findings };
  }
  const known = context.ledger.records[address] ?? { address, kind: kind.name, basis: 'recorded', at: '', run: '' };
  const record: LedgerRecord = { ...known, fields: spec.applied };
  const decision = decide(
    // The service takes some members only with a value.
    { address, kind: kind.name, spec: live === undefined ? setFields(kind, spec.fields) : spec.fields },
    // The dependencies existed before the run, as did the resource. Resources that the run removed are created again in their order.
    { ...kind, dependsOn: () => (exists ? [] : listPastNeeds(effect)), mentions: () => [] },
    { ...context, ledger: { ...context.ledger, records: { [address]: record } }, hold: false },
  );
  const { adopt: _, ...rest } = decision;
  const isBack = exists || decision.change.action === 'create';
  const empty = isBack ? listLostContents(decision.change, kind) : [];
  return {
    ...rest,
    change: reworded(decision.change, exists, spec),
    record: recordAfter(effect, decision, context.ledger.records[address]?.fields ?? {}),
    findings: [...findings, ...decision.findings, ...empty.map((contents) => emptyFinding(address, contents))],
  };
}

/** Returns the dependencies of the resource before the run. */
function listPastNeeds({ address, kind, fields }: RunEffect): readonly Address[] {
  const before = Object.fromEntries(
    [...fields].flatMap(([field, { before }]) => (before === undefined ? [] : [[field, before]])),
  );
  return kind.needs?.of({ address, fields: before }) ?? [];
}

/**
 * Returns the record after the revert. Options that the ledger has now or had before the run stay ours, and so does every restored value.
 * An option that the revert leaves as another user made it keeps its record, so that it stays drift.
 */
function recordAfter({ kind, recorded }: RunEffect, { desired, change }: Decision, current: Fields): Fields {
  const restored = Object.entries(desired?.after ?? {}).flatMap(([field, after]): [string, Json][] => {
    if (kind.fields[field]?.compare !== 'options') return [[field, after]];
    const lists = [recorded?.[field], current[field]].filter((list) => list !== undefined);
    const ours = new Set(lists.flatMap(asOptions).map(({ value }) => value));
    const changes = change.fields.find((one) => one.field === field)?.options ?? [];
    const restored = new Set(changes.flatMap((one) => (STAYS.includes(one.change) ? [] : [one.value])));
    const known = new Map(asOptions(current[field]).map((option) => [option.value, option] as const));
    const record = asOptions(after).flatMap((option) => {
      if (!ours.has(option.value)) return [];
      return restored.has(option.value) ? [option] : [known.get(option.value) ?? option];
    });
    return lists.length === 0 ? [] : [[field, record]];
  });
  return { ...current, ...Object.fromEntries(restored) };
}

const STAYS: readonly OptionChange['change'][] = ['foreign', 'move'];

const KEPT = {
  held: 'It was changed since the run, and the change is kept.',
  'value-unknown': 'Its value before the run is unknown.',
  'in-sync': 'As before the run.',
} as const;

function decideHeld(effect: RunEffect, live: LiveResource, changedSince: readonly string[]): Decision {
  return { ...decideKept(effect, live, 'held', KEPT.held), findings: [changedFinding(effect.address, changedSince)] };
}

function decideKept(
  { address, kind }: RunEffect,
  live: LiveResource | undefined,
  because: Change['because'],
  reason: string,
  section?: string,
): Decision {
  const change: Change = {
    address,
    kind: kind.name,
    action: 'keep',
    because,
    reason,
    ...defined({ section }),
    risk: 'safe',
    risks: [],
    basis: live?.basis ?? 'unknown',
    ...defined({ recordedAt: live?.recordedAt }),
    fields: [],
    dependsOn: [],
  };
  return { change, record: {}, findings: [] };
}

function reworded(change: Change, exists: boolean, { overwrites, stays }: Undone): Change {
  switch (change.action) {
    case 'create':
    case 'update': {
      if (overwrites) {
        const reason = 'It was changed since the run, and is restored anyway.';
        return { ...change, because: 'account-changed', reason };
      }
      const reason = exists ? 'It is restored to its state before the run.' : 'The run removed it; it is set again.';
      return { ...change, because: 'reverted', reason };
    }
    case 'keep':
      return stays === undefined
        ? { ...change, because: 'in-sync', reason: KEPT['in-sync'] }
        : { ...change, because: 'no-endpoint', reason: stays };
    default:
      return change;
  }
}

interface Undone {
  readonly fields: Fields;
  /** Values of the run that may be removed. The merge of options treats them as applied. */
  readonly applied: Fields;
  readonly changedSince: readonly string[];
  readonly unknown: readonly string[];
  /** Something that changed since is overwritten. */
  readonly overwrites: boolean;
  /** Reason why entries that the run added stay. Undefined if none stays. */
  readonly stays: string | undefined;
}

export function undoFields(effect: RunEffect, live: LiveResource | undefined, overwrite: boolean): Undone {
  const fields: Record<string, Json> = {};
  const applied: Record<string, Json> = {};
  const changedSince: string[] = overwrite ? [] : [...effect.between];
  const unknown: string[] = [];
  let overwrites = false;
  let stays: string | undefined;
  for (const [field, { before, after }] of effect.fields) {
    const rule = effect.kind.fields[field];
    if (rule === undefined) continue;
    if (after !== undefined) applied[field] = after;
    const now = live?.fields[field];
    // An order of -1 is left to the service. A create leaves it so again, and no update does.
    const isOfService = rule.compare === 'order' && before === -1;
    if (isOfService && live === undefined) continue;
    if (before === undefined || isOfService) {
      unknown.push(field);
    } else if (rule.compare === 'options' && now !== undefined) {
      const undone = undoOptions({ before, after, live: now, unset: rule.list.unset, overwrite });
      append(
        changedSince,
        undone.changedSince.map((value) => `${field}: ${value}`),
      );
      overwrites ||= undone.overwrites;
      applied[field] = undone.added;
      const { removal } = rule.list;
      if (undone.added.length > 0 && typeof removal !== 'string') stays = removal.reason;
      if (undone.changed) fields[field] = undone.declared;
    } else if (live !== undefined && now === undefined) {
      changedSince.push(field);
    } else if (now === undefined || !equalField(rule, before, now)) {
      const same = now === undefined || (after !== undefined && equalField(rule, after, now));
      if (same || overwrite) fields[field] = before;
      else changedSince.push(field);
      overwrites ||= overwrite && !same;
    }
  }
  return { fields, applied, changedSince, unknown, overwrites, stays };
}

/** Returns the fields whose values differ from those of the run. */
function fieldsChangedSince({ fields, kind, between }: RunEffect, live: LiveResource): readonly string[] {
  const since = [...fields].flatMap(([field, { after }]: [string, Overwritten]) => {
    const rule = kind.fields[field];
    const same = rule === undefined || after === undefined || equalField(rule, after, live.fields[field]);
    return same ? [] : [field];
  });
  return [...new Set([...between, ...since, ...entriesOfPeople(fields, kind, live)])];
}

/** Returns lists that the run did not set, whose entries only people make. */
function entriesOfPeople(fields: RunEffect['fields'], kind: Kind, live: LiveResource): readonly string[] {
  return Object.entries(kind.fields).flatMap(([field, rule]) => {
    const isByHand = rule.compare === 'options' && typeof rule.list.removal !== 'string';
    return isByHand && !fields.has(field) && asOptions(live.fields[field]).length > 0 ? [field] : [];
  });
}
