/** Collects the replies of an observation: resources, failed reads and refused reads. */

import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import type { Dependents } from './dependents.ts';
import type { Gap } from './gaps.ts';
import { buildBeside, type Performed, type SharedRead } from './perform-read.ts';
import { buildReadKey } from './planned-reads.ts';
import { findMissingHolder, isRefused, readFailed, readRefused, saysUnknownObject } from './read-failed.ts';

export interface Sight {
  readonly resources: Map<Address, LiveResource>;
  readonly archived: Map<Address, LiveResource>;
  readonly unseen: Set<Address>;
  /** Findings by unseen address, with the cause. */
  readonly causes: Map<Address, Finding>;
  /** Addresses that a refused read could have shown. */
  readonly untold: Set<Address>;
  /** Reasons by address that cannot exist because its holder is missing. */
  readonly lacking: Map<Address, string>;
  /** Findings about missing holders, by the read that shows it. */
  readonly missing: Map<string, Finding>;
  readonly dependents: Dependents;
  /** Findings by failed read. */
  readonly failed: Map<string, Finding>;
  /** Findings about refused reads, by message. */
  readonly refused: Map<string, Finding>;
  /** Findings by refused read. */
  readonly refusedReads: Map<string, Finding>;
  /** Further findings of replies, by message. */
  readonly remarks: Map<string, Finding>;
}

export function emptySight(dependents: Dependents): Sight {
  return {
    resources: new Map(),
    archived: new Map(),
    unseen: new Set(),
    causes: new Map(),
    untold: new Set(),
    dependents,
    failed: new Map(),
    refused: new Map(),
    refusedReads: new Map(),
    remarks: new Map(),
    lacking: new Map(),
    missing: new Map(),
  };
}

/** `isKnown`: the ledger has it, so it was there once, and may still be there by another name. */
export function takeGap(
  { lacking, unseen, causes }: Sight,
  address: Address,
  gap: Gap | undefined,
  isKnown: boolean,
): void {
  if (gap === undefined) return;
  lacking.set(address, gap.reason);
  if (!gap.unseen && !isKnown) return;
  unseen.add(address);
  causes.set(address, gap.finding);
}

export interface Kept {
  readonly addresses: ReadonlySet<Address>;
  readonly whole: readonly string[];
  /** True to keep resources without an object type, declared or not. */
  readonly unbound: boolean;
}

export function take(sight: Sight, read: SharedRead, { path, result, refused }: Performed, kept: Kept): void {
  for (const { about, error } of refused) sight.refused.set(about.message, readRefused(about, error));
  if ('error' in result) {
    if (read.optional !== undefined && isRefused(result.error)) {
      for (const address of read.covers) sight.untold.add(address);
      // The plain list reports the wrong name. A scope would not help.
      if (saysUnknownObject(result.error)) return;
      const finding = readRefused(read.optional, result.error);
      sight.refused.set(read.optional.message, finding);
      sight.refusedReads.set(buildReadKey(read), finding);
      return;
    }
    const missing = findMissingHolder(read, result.error);
    if (missing !== undefined) {
      for (const address of read.covers) sight.lacking.set(address, missing.message);
      sight.missing.set(buildReadKey(read), missing);
      return;
    }
    const finding = readFailed(path, result.call, result.error);
    for (const address of read.covers) {
      sight.unseen.add(address);
      sight.causes.set(address, finding);
    }
    sight.failed.set(buildReadKey(read), finding);
    return;
  }
  const { call, value, others } = result;
  const beside = buildBeside(read, others);
  for (const kind of read.kinds) {
    if (isUnsupported(kind.reader)) continue;
    for (const live of kind.reader.interpret(call, value, beside)) {
      if (live.archived === undefined) sight.dependents.look(kind, live);
      if (!isKept(kind, live.address, kept)) continue;
      const known = live.archived === undefined ? sight.resources : sight.archived;
      known.set(live.address, mergeFields(known.get(live.address), live));
    }
    for (const [address, reason] of kind.reader.unclear?.(call, value, beside) ?? []) {
      const finding: Finding = { severity: 'warning', ...reason, address };
      sight.unseen.add(address);
      sight.causes.set(address, finding);
      sight.failed.set(JSON.stringify([buildReadKey(read), address]), finding);
    }
    for (const [address, missing] of kind.reader.lacks?.(call, value, read.covers) ?? []) {
      sight.lacking.set(address, missing.message);
      const finding: Finding = { code: 'holder-missing', severity: 'warning', ...missing, address };
      sight.missing.set(JSON.stringify([buildReadKey(read), address]), finding);
    }
    for (const remark of kind.reader.remarks?.(call, value, beside) ?? [])
      if (isKept(kind, remark.address, kept)) sight.remarks.set(remark.message, remark);
  }
}

/** A later read of the observation may show fewer fields. */
function mergeFields(earlier: LiveResource | undefined, live: LiveResource): LiveResource {
  return earlier === undefined ? live : { ...live, fields: { ...earlier.fields, ...live.fields } };
}

function isKept({ objectTypes }: Kind, address: Address, { addresses, whole, unbound }: Kept): boolean {
  if (addresses.has(address)) return true;
  if (objectTypes === undefined) return unbound;
  return whole.length > 0 && objectTypes(address).some((own) => whole.includes(own));
}
