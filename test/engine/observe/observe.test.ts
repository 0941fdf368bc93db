import { describe, expect, it } from 'vitest';
import { type ObserveInput, observe } from '../../../src/engine/observe/observe.ts';
import { ApiError, AuthError, ContractError, TransportError } from '../../../src/errors.ts';
import type { Address } from '../../../src/model/address.ts';
import type { RunEvent } from '../../../src/model/event.ts';
import type { Fields } from '../../../src/model/json.ts';
import { type KindReader, NOTHING_WANTED } from '../../../src/model/kind-reader.ts';
import { anIntention } from '../../ledger/entries.ts';
import { aLedger, aRecord } from '../../support/builders.ts';
import { aKind, NO_CALL } from '../a-kind.ts';
import { seen } from '../planning.ts';
import { type Line, refused, scripted } from '../scripted.ts';

const [A, B, C] = ['property:contacts/a', 'property:contacts/b', 'property:contacts/c'] as const;
const CALL = { endpoint: 'listProperties', params: { object_type: 'contacts' } } as const;
const OTHER = { endpoint: 'listCompanyProperties', params: {} } as const;

/** Reader with a list of all resources, and a fallback list if the first list fails. */
const READER: KindReader = {
  proves: 'both',
  reads: (addresses) => (addresses.length === 0 ? [] : [{ call: CALL, fallback: OTHER, covers: addresses }]),
  lists: () => [{ call: CALL, covers: [] }],
  interpret: (_, reply) => (reply as readonly Address[]).map((address) => seen(address, { label: 'Live' })),
};
const { fallback: _, ...ONCE } = READER.reads([A], NOTHING_WANTED)[0] ?? { call: CALL, covers: [] };
const WITHOUT_FALLBACK: KindReader = { ...READER, reads: () => [ONCE] };

const declared = (address: Address, spec: Fields = {}) => ({
  address,
  kind: 'property' as const,
  spec,
  provenance: { file: 'trueup.yaml', line: 1, column: 1 },
});
const shows = (...addresses: readonly Address[]): Line => ({ value: addresses });

interface Case extends Partial<ObserveInput> {
  readonly first?: readonly Line[];
  readonly second?: readonly Line[];
}

async function observed({ first = [shows()], second = [shows()], ...more }: Case) {
  const reader = scripted({ listProperties: first, listCompanyProperties: second });
  const events: RunEvent[] = [];
  const live = await observe({
    desired: { resources: [declared(A)] },
    ledger: aLedger(),
    kinds: [aKind({ reader: READER })],
    reader,
    concurrency: 2,
    onEvent: (event) => void events.push(event),
    ...more,
  });
  return { ...live, names: [...live.resources.keys()], said: reader.said, events };
}

describe('an observation', () => {
  it('keeps only resources that are declared, recorded, mentioned, requested or open', async () => {
    const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name): Address => `property:contacts/${name}`);
    const [, , , recorded = A, open = A] = addresses;
    const { names, complete, reads, said, findings } = await observed({
      first: [shows(...addresses)],
      kinds: [aKind({ reader: READER, mentions: () => [B] })],
      also: [C],
      ledger: aLedger([aRecord({ address: recorded })], [anIntention('i1', { covers: [open] })]),
    });
    expect(names).toEqual(addresses.slice(0, 5));
    expect([complete, reads, said, findings]).toEqual([true, 1, ['listProperties'], []]);
  });

  it('keeps everything of an object type that is looked at as a whole', async () => {
    const kind = aKind({ reader: READER, objectTypes: () => ['contacts'] });
    const whole = { first: [shows(A, B)], kinds: [kind], desired: { resources: [] } };
    expect((await observed({ ...whole, whole: ['contacts'] })).names).toEqual([A, B]);
    const between = aKind({ reader: READER, objectTypes: () => ['companies', 'contacts'] });
    expect((await observed({ ...whole, kinds: [between], whole: ['contacts'] })).names).toEqual([A, B]);
    expect(await observed({ ...whole, whole: ['deals'] })).toMatchObject({ names: [], said: ['listProperties'] });
    expect(await observed({ ...whole, kinds: [aKind({ reader: READER })], whole: ['contacts'] })).toMatchObject({
      names: [],
    });
  });

  it('makes a read that several kinds need once, for all of them', async () => {
    const group: Address = 'property-group:contacts/g';
    const groups = aKind({
      name: 'property-group',
      reader: { ...READER, proves: 'existence', interpret: () => [seen(group, {})] },
    });
    const kinds = [groups, aKind({ reader: READER })];
    const resources = [{ ...declared(group), kind: 'property-group' as const }, declared(A)];
    const both = await observed({ kinds, desired: { resources }, first: [shows(A)] });
    expect([both.said, both.names]).toEqual([['listProperties'], [group, A]]);
    const none = await observed({ kinds, desired: { resources }, first: [refused(403, 'No.')] });
    expect([...none.unseen]).toEqual([group, A]);
  });

  it('tells of each read when it begins and ends, of how many', async () => {
    const path = 'GET /properties/v2/contacts/properties';
    expect((await observed({})).events).toEqual([
      { type: 'read-start', path, total: 1 },
      { type: 'read-done', path, ok: true },
    ]);
    const { events } = await observed({ first: [refused(403, 'No.')] });
    expect(events.at(-1)).toEqual({ type: 'read-done', path, ok: false });
  });

  it('hands its signal to every read', async () => {
    const { signal } = new AbortController();
    const given: unknown[] = [];
    const reader: ObserveInput['reader'] = {
      read: (call, options) => {
        given.push(options);
        return scripted({ listProperties: [shows()] }).read(call);
      },
    };
    await observed({ reader, signal });
    await observed({ reader });
    expect(given).toStrictEqual([{ signal }, {}]);
  });
});

describe('a read that fails', () => {
  it('has its fallback tried, which shows the same', async () => {
    const result = await observed({ first: [refused(500, 'Out of order.')], second: [shows(A)] });
    expect(result).toMatchObject({ names: [A], complete: true, reads: 2, findings: [] });
    const broken = { error: new ContractError('listProperties', ['no list']) };
    expect(await observed({ first: [broken], second: [shows(A)] })).toMatchObject({ names: [A], complete: true });
  });

  const forbidden = (message: string, hint?: string): Line => {
    const requiredScopes = ['crm.schemas.contacts.read'];
    return { error: new ApiError(message, { endpoint: 'any', status: 403, requiredScopes, ...(hint && { hint }) }) };
  };
  const finding = (why: string) => ({
    code: 'read-failed',
    severity: 'warning',
    message: `GET /properties/v2/contacts/properties failed, so its reply is unknown: ${why}`,
  });

  it.each<[string, Line, Line, number, string]>([
    ['without permission', forbidden('Not allowed.'), shows(A), 1, 'Not allowed.'],
    ['without a valid token', refused(401, 'Who?'), shows(A), 1, 'Who?'],
    ['twice', refused(500, 'Out of order.'), refused(404, 'Not found.'), 2, 'Not found.'],
    [
      'and then shows what breaks the contract',
      refused(500, 'Out of order.'),
      { error: new ContractError('listCompanyProperties', ['no list']) },
      2,
      'The reply to listCompanyProperties does not match the interface: no list.',
    ],
  ])('%s leaves unseen what it would show', async (_name, first, second, reads, why) => {
    const result = await observed({ first: [first], second: [second] });
    expect(result.findings).toStrictEqual([finding(why)]);
    expect([result.names, [...result.unseen], result.complete, result.reads]).toEqual([[], [A], false, reads]);
  });

  it('is told with the hint of its refusal', async () => {
    const { findings } = await observed({ first: [forbidden('No.', 'Grant the scope.')] });
    expect(findings.map(({ hint }) => hint)).toEqual(['Grant the scope.']);
  });

  it('and names no scope gets a hint with the sufficient scopes', async () => {
    const { findings } = await observed({ first: [refused(403, 'No.')] });
    expect(findings.map(({ hint }) => hint)).toEqual([
      "A scope of the token or a feature of the account's plan is missing. One of these scopes should be enough: crm.schemas.contacts.read, crm.objects.contacts.read, crm.objects.contacts.write, contacts.",
    ]);
  });

  it('and has no fallback is failed', async () => {
    const kinds = [aKind({ reader: WITHOUT_FALLBACK })];
    expect(await observed({ kinds, first: [refused(500, 'Out of order.')] })).toMatchObject({
      complete: false,
      reads: 1,
      findings: [finding('Out of order.')],
    });
  });

  it.each([
    ['a token', new AuthError('token-refused', 'The token was refused.')],
    ['a network', new TransportError('connection-lost', 'The connection broke.', { sent: 'maybe' })],
    ['a mistake of ours', new TypeError('Not a function.')],
  ])('for want of %s ends the observation, at the first read or at its fallback', async (_name, error) => {
    await expect(observed({ first: [{ error }] })).rejects.toBe(error);
    await expect(observed({ first: [refused(500, 'No.')], second: [{ error }] })).rejects.toBe(error);
  });

  it.each([
    ['contacts', 404, undefined],
    ['2-3451', 404, undefined],
    ['cars', 500, undefined],
    ['cars', 404, 'Standard objects are'],
    ['cars', 400, 'Standard objects are'],
  ])('for %s with %i says which objects there are, if that is the likely cause', async (type, status, hint) => {
    const read = { call: { ...CALL, params: { object_type: type } }, covers: [A] };
    const kinds = [aKind({ reader: { ...READER, reads: () => [read] } })];
    const { findings } = await observed({ kinds, first: [refused(status, 'No such object.')] });
    if (hint === undefined) expect(findings[0]).not.toHaveProperty('hint');
    else expect(findings[0]?.hint).toContain(hint);
  });
});

describe('the share of the ledger', () => {
  const fields = { label: 'Applied', place: 2 };
  const record = aRecord({ address: A, fields, at: 'then' });
  const from = { address: A, kind: 'property', basis: 'recorded', recordedAt: 'then' } as const;
  const unread = aKind({ reader: NO_CALL });
  const one = async (input: Case) => (await observed({ ledger: aLedger([record]), ...input })).resources.get(A);

  it('is the whole record of a resource without a read', async () => {
    expect(await one({ kinds: [unread] })).toStrictEqual({ ...from, fields: { label: 'Applied', place: 2 } });
  });

  it('is empty for a resource that a complete read shows or proves absent', async () => {
    expect(await one({ first: [shows(A)] })).toStrictEqual(seen(A, { label: 'Live' }));
    expect(await one({ first: [shows()] })).toBeUndefined();
  });

  it('is the whole record if the read failed', async () => {
    expect(await one({ first: [refused(403, 'No.')] })).toStrictEqual({
      ...from,
      fields: { label: 'Applied', place: 2 },
    });
  });

  it('is the set of fields that an inferring read leaves open', async () => {
    const reader: KindReader = {
      ...READER,
      proves: 'existence',
      interpret: () => [seen(A, { note: 'Live' }, { defined: 'custom' })],
    };
    expect(await one({ kinds: [aKind({ reader })] })).toStrictEqual({
      ...from,
      fields: { label: 'Applied', place: 2, note: 'Live' },
      defined: 'custom',
      shown: true,
    });
  });

  it('is only its existence if a call on it is open', async () => {
    const ledger = aLedger([record], [anIntention('i1', { covers: [A] })]);
    expect(await one({ kinds: [unread], ledger })).toStrictEqual({
      address: A,
      kind: 'property',
      fields: {},
      basis: 'unknown',
    });
    expect(await one({ ledger, first: [shows(A)] })).toStrictEqual(seen(A, { label: 'Live' }));
  });

  it('is empty for an unknown kind', async () => {
    expect((await observed({ kinds: [], ledger: aLedger([record]) })).names).toEqual([]);
  });
});
