/** What the files declare, in the form in which the service stored it when a run wrote it: a plan keeps that form, so a comparison does too. Pure. */

import { asOptions } from '../engine/compare.ts';
import { isOneAccount } from '../engine/comparison/keys.ts';
import { diffResource } from '../engine/plan/diff.ts';
import type { Fields } from '../model/json.ts';
import type { Kind } from '../model/kind.ts';
import type { LedgerRecord } from '../model/ledger.ts';
import type { DeclaredState, Snapshot } from '../model/snapshot.ts';

interface Known {
  /** Of the account that the files are meant for. */
  readonly records: Readonly<Record<string, LedgerRecord>>;
  readonly kinds: readonly Kind[];
}

/** Only against the account that stored it: what another one made of the same files is not known. */
export function inStoredForm(declared: DeclaredState, read: Snapshot, { records, kinds }: Known): DeclaredState {
  const stored = declared.resources.filter(({ address }) => records[address]?.stored !== undefined);
  if (stored.length === 0 || !isOneAccount(declared, read)) return declared;
  const live = new Map(read.resources.map(({ address, fields }) => [address, fields] as const));
  return {
    ...declared,
    resources: declared.resources.map((one) => {
      const [record, now] = [records[one.address], live.get(one.address)];
      const kind = kinds.find(({ name }) => name === one.kind);
      if (record?.stored === undefined || now === undefined || kind === undefined) return one;
      return { ...one, fields: { ...one.fields, ...formsOf(one.fields, now, record, kind) } };
    }),
  };
}

/** The fields that a plan keeps although the account has them in another form, as the account has them. */
function formsOf(spec: Fields, live: Fields, { fields: applied, stored }: LedgerRecord, kind: Kind): Fields {
  const { stored: forms, foreign } = diffResource({ kind, spec, live, applied, stored, hold: false });
  const others = new Set(foreign.map(({ value }) => value));
  return Object.fromEntries(
    forms.flatMap(({ field, after }) => {
      if (after === undefined) return [];
      // What others added to a list is no part of what is declared.
      const isList = kind.fields[field]?.compare === 'options';
      return [[field, isList ? asOptions(after).filter(({ value }) => !others.has(value)) : after] as const];
    }),
  );
}
