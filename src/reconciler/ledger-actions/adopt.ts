/** Records declared resources in the ledger, after reading them where possible. */

import { defined } from '../../contract/defined.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import { provingReader } from '../../engine/observe/reread.ts';
import { readMoment } from '../../engine/observe/seen-at.ts';
import { decide } from '../../engine/plan/decide.ts';
import { buildComparingInput } from '../../engine/plan/planning.ts';
import { AuthError, readAdvice, TransportError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { nearHint } from '../../model/nearest.ts';
import type { Pull } from '../../model/pull.ts';
import type { AdoptOptions } from '../ledger-types.ts';
import type { Look } from '../observer.ts';
import type { Parts } from '../parts.ts';
import { partRecord } from '../pull/part-record.ts';
import { readingOf } from '../pull/reading.ts';
import { type Adopted, adoptions, differenceText, type Seen } from './adoption.ts';
import { changeLedger, requireEach, timeOf } from './change.ts';

export function adopt(
  parts: Parts,
  addresses: readonly Address[],
  { overwrite = false, pulled }: AdoptOptions = {},
): Promise<readonly Adopted[]> {
  const { kinds } = parts;
  const { account, desired, places } = parts.resolution;
  const { resources } = desired;
  return changeLedger(parts, `adopt ${addresses.join(' ')}`, async (ledger) => {
    const when = { at: timeOf(parts), run: parts.newId() };
    const declared = new Map(resources.map((resource) => [resource.address, resource] as const));
    requireDeclared(addresses, declared);
    const chosen = [...new Set(addresses)].flatMap((address) => declared.get(address) ?? []);
    const look = (readable: readonly DesiredResource[]) => lookAt(parts, ledger, readable, pulled);
    const seen = await seenInAccount({
      chosen,
      kinds,
      ledger,
      when,
      hold: account.drift === 'hold',
      inPart: pulled !== undefined,
      look,
    });
    const value = adoptions(
      chosen.map((resource) => ({
        declared: declaredRecord(resource, when, kinds),
        before: ledger.records[resource.address],
        ...defined({ seen: seen.get(resource.address), file: places.get(resource.provenance.file) }),
      })),
      overwrite,
    );
    const changed = value.filter(({ status }) => status !== 'unchanged');
    return { entries: changed.map(({ record }) => ({ type: 'record', record })), value };
  });
}

/** Only what these need: the rest of the ledger is not asked about. What a pull has just read is not read again. */
async function lookAt(
  { prove, look, resolution: { account }, clock }: Parts,
  ledger: Ledger,
  resources: readonly DesiredResource[],
  pulled: Pull | undefined,
): Promise<Sighted> {
  const { hubId } = await prove(ledger);
  const addresses = resources.map(({ address }) => address);
  const read = pulled && readingOf(pulled, addresses, { account, hubId, ledger, now: readMoment(clock) });
  return read ?? look({ ...ledger, records: {}, intentions: [] }, { resources });
}

/** The declared fields, as if they had been applied. */
function declaredRecord(
  { address, kind, spec }: DesiredResource,
  when: Pick<LedgerRecord, 'at' | 'run'>,
  kinds: Parts['kinds'],
): LedgerRecord {
  const owned = Object.keys(kindNamed(kinds, kind).fields);
  const fields = Object.fromEntries(Object.entries(spec).filter(([field]) => owned.includes(field)));
  return { address, kind, fields, basis: 'recorded', ...when };
}

/** The hint does not name the list of the ledger, which lacks declared addresses. */
function requireDeclared(addresses: readonly Address[], declared: ReadonlyMap<Address, DesiredResource>): void {
  const near = addresses
    .filter((address) => !declared.has(address))
    .flatMap((address) => nearHint(address, declared.keys()) ?? []);
  requireEach(
    addresses,
    (address) => declared.has(address),
    'The files do not declare',
    near.length > 0 ? { hint: near.join(' ') } : { fix: [{ action: 'list-declared' }] },
  );
}

interface SeeingInput {
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
type Sighted = Pick<Look, 'live' | 'kinds'> & { readonly at?: string };

/** Makes no call if none of the resources can be read. Throws AuthError, TransportError, LedgerError. */
async function seenInAccount({ look, ...input }: SeeingInput): Promise<ReadonlyMap<Address, Seen>> {
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
  return new Map(readable.map((resource) => [resource.address, seenOf(resource, seeing)] as const));
}

/** Explains that only resources that can be read need the account. */
function saidFor(readable: readonly DesiredResource[], error: unknown): unknown {
  const why = `${readable.map(({ address }) => address).join(', ')} can be read, so the account is read before it is recorded.`;
  if (error instanceof AuthError && error.code === 'no-credentials')
    return new AuthError(error.code, `${error.message} ${why}`, { ...readAdvice(error), cause: error });
  if (error instanceof TransportError)
    return new TransportError(error.code, `${error.message} ${why}`, {
      ...readAdvice(error),
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
  const input = buildComparingInput({ live, ledger });
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
