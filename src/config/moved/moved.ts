/**
 * Addresses that changed in the files and mean the same resource. They are read from the documents and checked against the declarations.
 */

import { impossible } from '../../engine/rules/rename.ts';
import { type Address, isAddress } from '../../model/address.ts';
import type { Move } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import { nearHint } from '../../model/nearest.ts';
import type { CheckedFile } from '../check/check.ts';
import { addressFault } from '../policy/consent.ts';
import { buildFindingAt, type Path, type Problem } from '../yaml/position.ts';

export interface Moves {
  /** Valid moves. */
  readonly moved: readonly Move[];
  readonly findings: readonly Finding[];
}

type Addressed = { readonly address: Address };

function listAddresses(some: readonly Addressed[]): ReadonlySet<Address> {
  return new Set(some.map(({ address }) => address));
}

interface Entry {
  readonly file: CheckedFile;
  readonly path: Path;
  readonly from: Address;
  readonly to: Address;
}

/** @param omitted resources that the files declare and the account leaves out */
export function readMoved(
  files: readonly CheckedFile[],
  kinds: readonly Kind[],
  declared: readonly Addressed[],
  omitted: readonly Addressed[],
): Moves {
  const findings: Finding[] = [];
  const entries: Entry[] = [];
  for (const file of files) {
    for (const [path, entry] of listEntries(file)) {
      const { from, to } = mapping(entry) ?? {};
      const faults = [...addressProblem(from, [...path, 'from']), ...addressProblem(to, [...path, 'to'])];
      findings.push(...faults.map((problem) => buildFindingAt(file.document, problem)));
      if (isAddressText(from) && isAddressText(to) && !file.faults.within(path)) entries.push({ file, path, from, to });
    }
  }
  if (entries.length === 0) return { moved: [], findings };
  const known = {
    kinds,
    ...{ declared: listAddresses(declared), omitted: listAddresses(omitted) },
    ...{ ends: new Set(entries.map(({ to }) => to)), froms: new Set<Address>(), tos: new Set<Address>() },
  };
  const moved = entries.flatMap((entry): readonly Move[] => {
    const { file, path, from, to } = entry;
    const fault = findFault(entry, known);
    known.froms.add(from);
    known.tos.add(to);
    if (fault !== undefined) findings.push(buildFindingAt(file.document, fault));
    const provenance = file.document.position(path, 'value');
    return fault !== undefined || known.omitted.has(to) ? [] : [{ from, to, provenance }];
  });
  return { moved, findings };
}

function listEntries({ value }: CheckedFile): readonly (readonly [Path, Json])[] {
  const moved = mapping(value)?.['moved'];
  if (isList(moved)) return moved.map((entry, index) => [['moved', index], entry] as const);
  return mapping(moved) === undefined || moved === undefined ? [] : [[['moved'], moved]];
}

function addressProblem(text: Json | undefined, path: Path): readonly Problem[] {
  const fault = typeof text === 'string' ? addressFault(text) : undefined;
  return fault === undefined ? [] : [{ ...fault, severity: 'error', path, at: 'value' }];
}

function isAddressText(text: Json | undefined): text is Address {
  return typeof text === 'string' && isAddress(text);
}

interface Known {
  /** Addresses of earlier entries. */
  readonly froms: ReadonlySet<Address>;
  readonly tos: ReadonlySet<Address>;
  /** Addresses of all entries. */
  readonly ends: ReadonlySet<Address>;
  readonly kinds: readonly Kind[];
  readonly declared: ReadonlySet<Address>;
  readonly omitted: ReadonlySet<Address>;
}

function findFault({ path, from, to }: Entry, known: Known): Problem | undefined {
  const { froms, tos, ends, kinds, declared, omitted } = known;
  const error = { severity: 'error', at: 'value' } as const;
  const ambiguous = { ...error, code: 'moved-ambiguous' };
  if (from === to) {
    return { ...ambiguous, path: [...path, 'to'], message: `${from} is moved to itself.`, hint: 'Remove this entry.' };
  }
  if (froms.has(from)) {
    return { ...ambiguous, path: [...path, 'from'], message: `${from} is moved twice.`, hint: ONE_ENTRY };
  }
  if (tos.has(to)) {
    return { ...ambiguous, path: [...path, 'to'], message: `Two addresses are moved to ${to}.`, hint: ONE_ENTRY };
  }
  if (ends.has(from)) {
    const message = `Another entry moves something to ${from}, and this one moves it from there.`;
    return { ...ambiguous, path: [...path, 'from'], message, hint: CHAIN };
  }
  const reason = impossible(
    from,
    to,
    kinds.find(({ name }) => to.startsWith(`${name}:`)),
  );
  if (reason !== undefined) return { ...error, ...reason, code: 'moved-impossible', path: [...path, 'to'] };
  const wrong = { ...error, code: 'moved-contradicted' };
  if (declared.has(from)) {
    const hint = 'Remove its declaration, or this entry.';
    return { ...wrong, path: [...path, 'from'], message: `${from} is moved and still declared.`, hint };
  }
  if (!declared.has(to) && !omitted.has(to)) {
    const hint = nearHint(to, declared) ?? 'Declare it, or remove this entry.';
    return { ...wrong, path: [...path, 'to'], message: `${from} is moved to ${to}, which is not declared.`, hint };
  }
  return undefined;
}

const ONE_ENTRY = 'Keep one of the two entries.';
const CHAIN = 'Write one entry, from the first address to the last address.';
