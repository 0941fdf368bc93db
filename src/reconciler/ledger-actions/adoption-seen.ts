/** Reads the resources to adopt if a read can prove them. */

import { defined } from '../../contract/defined.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import { provingReader } from '../../engine/observe/reread.ts';
import { decide } from '../../engine/plan/decide.ts';
import { comparingOn } from '../../engine/plan/planning.ts';
import { AuthError, adviceOf, TransportError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import type { Look } from '../observer.ts';
import { partRecord } from '../pull/part-record.ts';
import { differenceText, type Seen } from './adoption.ts';

export interface SeeingInput {
  readonly chosen: readonly DesiredResource[];
  readonly kinds: readonly Kind[];
  readonly ledger: Ledger;
  readonly when: Pick<LedgerRecord, 'at' | 'run'>;
  /** True to keep changes of the account unless they are overwritten explicitly. */
  readonly hold: boolean;
  /** True to record the fields that are as declared, even if other fields differ. */
  readonly inPart: boolean;
  /** Proves the account and reads these resources. */
  readonly look: (resources: readonly DesiredResource[]) => Promise<Sighted>;
}

/** A read of the account. `at` is its ISO time, if it was made before. */
export type Sighted = Pick<Look, 'live' | 'kinds'> & { readonly at?: string };

/** Makes no call if none of the resources can be read. Throws AuthError, TransportError, LedgerError. */
export async function seenInAccount({ look, ...input }: SeeingInput): Promise<ReadonlyMap<Address, Seen>> {
  const { chosen, kinds } = input;
  const readable = chosen.filter(({ kind }) => provingReader(kindNamed(kinds, kind)) !== undefined);
  if (readable.length === 0) return new Map();
  const {
    live,
    kinds: named,
    at = input.when.at,
  } = await look(readable).catch((error: unknown) => {
    throw saidFor(readable, error);
  });
  const seeing = { ...input, live, kinds: named, when: { ...input.when, at } };
  return new Map(readable.map((one) => [one.address, seenOf(one, seeing)] as const));
}

/** Explains that only resources that can be read need the account. */
function saidFor(readable: readonly DesiredResource[], error: unknown): unknown {
  const why = `${readable.map(({ address }) => address).join(', ')} can be read, so the account is read before it is recorded.`;
  if (error instanceof AuthError && error.code === 'no-credentials')
    return new AuthError(error.code, `${error.message} ${why}`, { ...adviceOf(error), cause: error });
  if (error instanceof TransportError)
    return new TransportError(error.code, `${error.message} ${why}`, {
      ...adviceOf(error),
      cause: error,
      sent: error.sent,
    });
  return error;
}

/** Judges like the next plan: if it keeps the resource, the account is as declared. */
function seenOf(
  resource: DesiredResource,
  { live, kinds, ledger, when, hold, inPart }: Omit<SeeingInput, 'chosen' | 'look'> & { readonly live: Live },
): Seen {
  const { address, kind } = resource;
  // A resource in one list exists, even if other lists failed.
  if (!live.resources.has(address)) {
    if (live.unseen.has(address)) return { against: live.findings };
    const isArchived = live.archived?.has(address) === true;
    const what = isArchived ? 'It is archived in the account.' : 'The account does not have it.';
    return { against: [differs(address, what)] };
  }
  const input = comparingOn({ live, ledger });
  const decision = decide(resource, kindNamed(kinds, kind), input);
  const { change, record } = decision;
  const part = inPart ? partRecord(ledger.records[address], decision) : undefined;
  if (part !== undefined) return { record: part };
  if (change.fields.length > 0) {
    const against = change.fields.map(({ field, before, after }) =>
      differs(address, differenceText(field, { there: before, files: after, where: 'account' })),
    );
    const { findings } = decide(resource, kindNamed(kinds, kind), { ...input, hold });
    return { against, ...(findings.some(({ code }) => code === 'drift-held') ? { held: true } : {}) };
  }
  const { id } = live.resources.get(address) ?? {};
  return { record: { address, kind, fields: record, ...defined({ id }), basis: 'observed', ...when } };
}

function differs(address: Address, message: string): Finding {
  return { code: 'account-differs', severity: 'error', message, address };
}
