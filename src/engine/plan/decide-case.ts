/** Compares one declared resource with the account and the ledger, before any decision. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { LiveResource } from '../../model/live.ts';
import { lastChange } from '../drift/last-change.ts';
import { ownFields } from '../drift/own-writing.ts';
import { heldFinding } from './decide-findings.ts';
import type { DecideInput, DeclaredOrRestored } from './decision.ts';
import { type Diff, diffResource } from './diff.ts';
import { comingBack } from './restore.ts';
import { stayingFindings } from './staying.ts';

export interface Case {
  readonly resource: DeclaredOrRestored;
  readonly kind: Kind;
  readonly input: DecideInput;
  readonly live: LiveResource | undefined;
  /** Archived resource that a create would restore. */
  readonly archived: LiveResource | undefined;
  readonly record: LedgerRecord | undefined;
  readonly diff: Diff;
  /** Change that the difference requires, without a reason in words and without risks. */
  readonly base: Change;
  /** Findings that are reported for every decision. */
  readonly findings: readonly Finding[];
}

export function buildCase(resource: DeclaredOrRestored, kind: Kind, input: DecideInput): Case {
  const { address, spec } = resource;
  const live = input.live.resources.get(address);
  const record = input.ledger.records[address];
  const diff = diffResource({
    kind,
    spec,
    live: live?.fields,
    applied: record?.fields,
    hold: input.hold && !input.overwrite.has(address),
    ...defined({ isExact: input.isExact }),
  });
  const archived = live === undefined ? input.live.archived?.get(address) : undefined;
  const compared = { resource, kind, input, live, archived, record, diff };
  const base = buildBaseChange(compared);
  return {
    ...compared,
    base,
    findings: [...(diff.held.length === 0 ? [] : [heldFinding(base, diff)]), ...stayingFindings(base, diff.stays)],
  };
}

type Compared = Omit<Case, 'base' | 'findings'>;

function buildBaseChange(compared: Compared): Change {
  const { resource, kind, live, archived, diff } = compared;
  const isNew = live === undefined && kind.mentions?.(resource.spec).includes(resource.address) !== true;
  return {
    address: resource.address,
    kind: resource.kind,
    action: isNew ? 'create' : diff.fields.length === 0 ? 'keep' : 'update',
    because: decideBecause(compared),
    reason: '',
    risk: 'safe',
    risks: [],
    basis: live?.basis ?? absenceBasis(kind),
    ...defined({ recordedAt: live?.recordedAt }),
    fields: archived === undefined ? diff.fields : comingBack(diff.fields, archived.fields),
    ...(diff.foreign.length === 0 ? {} : { foreign: diff.foreign }),
    dependsOn: [...(kind.dependsOn?.(resource.spec) ?? []), ...objectsNeeded(compared)],
    ...defined({ provenance: resource.provenance, overrides: resource.overrides }),
    ...whoChanged(compared),
  };
}

/** Returns the declared resources that make the object types of the resource. */
function objectsNeeded({ resource: { address }, kind, input }: Compared): readonly Address[] {
  const makers = (kind.objectTypes?.(address) ?? []).flatMap((type) => input.objects.get(type) ?? []);
  return makers.filter((maker) => maker !== address);
}

/** A resource that existed and is missing now was removed by a user. */
function decideBecause({ kind, archived, record, diff }: Compared): Change['because'] {
  if (archived !== undefined) return 'archived';
  const isGone = diff.because === 'missing' && record !== undefined && absenceBasis(kind) === 'observed';
  return isGone ? 'account-changed' : diff.because;
}

/** Returns the basis of the knowledge that a resource is missing. */
function absenceBasis(kind: Kind): Change['basis'] {
  if (isUnsupported(kind.reader)) return 'unknown';
  return kind.reader.proves === 'both' ? 'observed' : 'inferred';
}

function whoChanged({ resource, kind, input, live, record, diff }: Compared): Pick<Change, 'changedAt' | 'changedBy'> {
  const changed = diff.because === 'account-changed' || diff.because === 'both-changed' || diff.held.length > 0;
  if (!changed || live === undefined || record === undefined) return {};
  return lastChange({ record, kind, live, own: ownFields(input.ledger, resource.address) });
}
