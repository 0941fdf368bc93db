import { describe, expect, it } from 'vitest';
import { DEFAULT_VERSIONS } from '../../../src/contract/surfaces.ts';
import { type OrderInput, orderCalls } from '../../../src/engine/plan/order.ts';
import type { Address } from '../../../src/model/address.ts';
import type { CallDraft } from '../../../src/model/kind.ts';

const at = (name: string): Address => `property:contacts/${name}`;

const draft = (covers: readonly string[], more: Partial<CallDraft> = {}): CallDraft => ({
  endpoint: 'createProperty',
  params: { object_type: 'contacts' },
  body: { name: covers[0] ?? '' },
  covers: covers.map(at),
  writes: [],
  expects: {},
  route: 'The only one.',
  after: [],
  ...more,
});

const ordered = (drafts: OrderInput['drafts'], edges: Readonly<Record<string, readonly string[]>> = {}) =>
  orderCalls({
    versions: DEFAULT_VERSIONS,
    drafts,
    dependsOn: (address) => (edges[address.slice(at('').length)] ?? []).map(at),
    before: () => null,
    records: () => null,
  });
const shown = (...input: Parameters<typeof ordered>) =>
  ordered(...input).map(({ id, covers, after }) => [id, covers.map((address) => address.slice(at('').length)), after]);

describe('the order of calls', () => {
  it('stays as given where nothing depends on anything', () => {
    expect(shown([[draft(['b']), draft(['a'])], [draft(['c'])]])).toEqual([
      ['c1', ['b'], []],
      ['c2', ['a'], []],
      ['c3', ['c'], []],
    ]);
  });

  it('puts each call after those that it needs, in its own list and in others', () => {
    const lists = [[draft(['subscription'])], [draft(['property'])], [draft(['group'])]];
    expect(shown(lists, { subscription: ['property'], property: ['group'] })).toEqual([
      ['c1', ['group'], []],
      ['c2', ['property'], ['c1']],
      ['c3', ['subscription'], ['c2']],
    ]);
  });

  it('waits for every call that it needs, in natural order, 2 before 10', () => {
    const free = Array.from({ length: 11 }, (_, index) => draft([`free${index}`]));
    const needed = Object.fromEntries([['last', ['free9', 'free1', 'free10']]]);
    expect(shown([[draft(['last']), ...free]], needed).at(-1)).toEqual(['c12', ['last'], ['c2', 'c10', 'c11']]);
    expect(shown([[draft(['both'])], [draft(['twice']), draft(['twice'])]], { both: ['twice'] }).at(-1)).toEqual([
      'c3',
      ['both'],
      ['c1', 'c2'],
    ]);
  });

  it('follows the positions that a kind gives, which count in its own list', () => {
    const second = draft(['it'], { endpoint: 'updateCompanyProperty', after: [0], params: { property_name: 'it' } });
    expect(shown([[draft(['first'])], [draft(['it']), second]])).toEqual([
      ['c1', ['first'], []],
      ['c2', ['it'], []],
      ['c3', ['it'], ['c2']],
    ]);
  });

  it('puts a call one level below the deepest that it needs', () => {
    const chain = { d: ['a', 'c'], c: ['b'], b: ['a'] };
    expect(shown([[draft(['d']), draft(['c']), draft(['b']), draft(['a'])]], chain)).toEqual([
      ['c1', ['a'], []],
      ['c2', ['b'], ['c1']],
      ['c3', ['c'], ['c2']],
      ['c4', ['d'], ['c1', 'c3']],
    ]);
  });

  it('waits neither for its own addresses nor for unplanned addresses', () => {
    expect(shown([[draft(['a', 'b'])]], { b: ['a', 'elsewhere'] })).toEqual([['c1', ['a', 'b'], []]]);
  });

  it('puts a completing call last, and its dependents do not wait for it', () => {
    const completing = draft(['object'], { after: [0], follows: [at('property')] });
    const lists = [[draft(['object']), completing], [draft(['property'])], [draft(['pipeline'])]];
    expect(shown(lists, { property: ['object'], pipeline: ['object'] })).toEqual([
      ['c1', ['object'], []],
      ['c2', ['property'], ['c1']],
      ['c3', ['pipeline'], ['c1']],
      ['c4', ['object'], ['c1', 'c2']],
    ]);
  });

  it('lets a completing call that follows nothing planned start with its resource', () => {
    const completing = draft(['object'], { follows: [at('elsewhere')] });
    expect(shown([[completing], [draft(['property'])]], { property: ['object'] })).toEqual([
      ['c1', ['object'], []],
      ['c2', ['property'], []],
    ]);
  });

  it('throws if calls wait for each other or for a missing call', () => {
    expect(() => ordered([[draft(['a']), draft(['b'])]], { a: ['b'], b: ['a'] })).toThrow(
      `Calls for ${at('a')} wait for each other.`,
    );
    expect(() => ordered([[draft(['a'], { after: [1] })]])).toThrow(
      'A planned call waits for a call that does not exist.',
    );
  });
});

describe('a planned call', () => {
  const a = at('a');

  it('has its request, and before, after and record of each address', () => {
    const one = draft(['a', 'b'], { expects: { [a]: { label: 'A' } }, body: undefined });
    const [call] = orderCalls({
      versions: DEFAULT_VERSIONS,
      drafts: [[one]],
      dependsOn: () => [],
      before: (_, address) => (address === a ? { label: 'Old' } : null),
      records: ({ route }, address) => ({ route, address }),
    });
    expect(call).toStrictEqual({
      id: 'c1',
      endpoint: 'createProperty',
      method: 'POST',
      path: '/properties/v2/contacts/properties',
      params: { object_type: 'contacts' },
      body: null,
      covers: [a, at('b')],
      after: [],
      route: 'The only one.',
      before: { [a]: { label: 'Old' }, [at('b')]: null },
      expects: { [a]: { label: 'A' } },
      records: { [a]: { route: 'The only one.', address: a }, [at('b')]: { route: 'The only one.', address: at('b') } },
    });
  });

  it('shows the request that takes its place where the resource exists', () => {
    const params = { object_type: 'contacts', group_name: 'loyalty' };
    const onConflict = { endpoint: 'updateGroup', params, body: { displayName: 'Loyalty' } } as const;
    const [call] = ordered([[draft(['a'], { onConflict })]]);
    expect(call?.onConflict).toStrictEqual({
      endpoint: 'updateGroup',
      method: 'PUT',
      path: '/properties/v2/contacts/groups/named/loyalty',
      params,
      body: { displayName: 'Loyalty' },
    });
  });
});
