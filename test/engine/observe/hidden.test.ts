import { describe, expect, it } from 'vitest';
import type { ReadCall } from '../../../src/contract/calls.ts';
import { observe } from '../../../src/engine/observe/observe.ts';
import { liveReader } from '../../../src/engine/observe/reread.ts';
import { ApiError } from '../../../src/errors.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Fields } from '../../../src/model/json.ts';
import { type FurtherReads, type KindReader, NOTHING_WANTED } from '../../../src/model/kind-reader.ts';
import { testClock } from '../../ledger/clock.ts';
import { aLedger, aRecord } from '../../support/builders.ts';
import { aKind } from '../a-kind.ts';
import { seen } from '../planning.ts';

const [A, B, C] = ['property:contacts/a', 'property:contacts/b', 'property:contacts/c'] as const;
const ARCHIVED_AT = '2026-11-01T00:00:00.000Z';
const unread = { code: 'hidden-unread', message: 'Hidden ones are not shown.', hint: 'Ask for it.' };

const callOf = (of: string): ReadCall => ({ endpoint: 'listDatedProperties', params: { object_type: of } });
const further =
  (of: string, more = {}): FurtherReads =>
  (covers) => [{ call: callOf(of), covers, ...more }];

/** Reader with a public list, a list by name, a list of hidden resources and a list of archived resources. */
const READER: KindReader = {
  proves: 'both',
  reads: (covers) => (covers.length === 0 ? [] : [{ call: callOf('first'), covers }]),
  hidden: [
    (unshown, wanted) => {
      const covers = unshown.filter((address) => wanted.fields(address)['label'] === 'Hidden');
      return covers.length === 0 ? [] : further('hidden')(covers, wanted);
    },
    further('hidden', { optional: unread }),
  ],
  archived: further('archived'),
  lists: () => [],
  interpret: ({ params }, reply) =>
    (reply as readonly Address[]).map((address) =>
      seen(address, { label: 'Live' }, params['object_type'] === 'archived' ? { archived: { at: ARCHIVED_AT } } : {}),
    ),
};

type Lists = Readonly<Record<string, readonly Address[] | ApiError>>;

function lister(lists: Lists) {
  const said: string[] = [];
  return {
    said,
    read: async ({ params }: ReadCall) => {
      const list = params['object_type'] ?? '';
      said.push(list);
      const value = lists[list] ?? [];
      if (value instanceof ApiError) throw value;
      return { status: 200, attempts: 1, value } as never;
    },
  };
}

const failed = (status: number) => new ApiError('No.', { endpoint: 'listDatedProperties', status, attempts: 1 });

async function observed(lists: Lists, specs: Readonly<Record<Address, Fields>> = { [A]: {}, [B]: {} }) {
  const reader = lister(lists);
  const provenance = { file: 'trueup.yaml', line: 1, column: 1 };
  const resources = Object.entries(specs).map(([address, spec]) => ({
    ...{ address: address as Address, kind: 'property' as const, spec, provenance },
  }));
  const live = await observe({
    desired: { resources },
    ledger: aLedger([aRecord({ address: C, fields: {} })]),
    kinds: [aKind({ reader: READER })],
    reader,
    concurrency: 2,
  });
  return {
    said: reader.said,
    shown: [...live.resources.keys()],
    archived: [...(live.archived?.keys() ?? [])],
    unseen: [...live.unseen],
    complete: live.complete,
    findings: live.findings.map(({ code, severity }) => [code, severity]),
    reads: live.reads,
  };
}

describe('a resource that the first reads omit', () => {
  it('is not asked for when they show everything', async () => {
    expect(await observed({ first: [A, B, C] })).toMatchObject({ said: ['first'], complete: true, reads: 1 });
  });

  it('is asked for round by round, as long as something is not shown', async () => {
    const all = { first: [A, C], hidden: [B], archived: [A] };
    expect(await observed(all)).toMatchObject({ said: ['first', 'hidden'], shown: [A, C, B], archived: [] });
    expect(await observed({ first: [A], hidden: [B], archived: [A, C] })).toEqual({
      said: ['first', 'hidden', 'archived'],
      shown: [A, B],
      archived: [C],
      unseen: [],
      complete: true,
      findings: [],
      reads: 3,
    });
  });

  it('is asked for once, also where files or ledger ask for it by name', async () => {
    const specs = { [A]: { label: 'Hidden' }, [B]: {} };
    expect(await observed({ first: [B, C], hidden: [A] }, specs)).toMatchObject({ said: ['first', 'hidden'] });
    expect(await observed({ first: [C] }, specs)).toMatchObject({ said: ['first', 'hidden', 'archived'], shown: [C] });
  });

  it.each([400, 403])('may be refused with %i: that is said, and hides nothing else', async (status) => {
    expect(await observed({ first: [A, C], hidden: failed(status) })).toMatchObject({
      unseen: [],
      complete: true,
      findings: [['hidden-unread', 'info']],
    });
  });

  it('leaves what asks for it by name unseen where it is refused', async () => {
    const specs = { [A]: { label: 'Hidden' }, [B]: {} };
    expect(await observed({ first: [C], hidden: failed(403) }, specs)).toMatchObject({
      unseen: [A],
      complete: false,
      findings: [
        ['read-failed', 'warning'],
        ['hidden-unread', 'info'],
      ],
    });
  });

  it('leaves everything that is not shown unseen where the read fails in another way', async () => {
    const specs = { [A]: { label: 'Hidden' }, [B]: {} };
    expect(await observed({ first: [C], hidden: failed(500) }, specs)).toMatchObject({
      said: ['first', 'hidden'],
      unseen: [A, B],
      complete: false,
      findings: [['read-failed', 'warning']],
    });
    expect(await observed({ first: [C], archived: failed(403) })).toMatchObject({ unseen: [A, B], complete: false });
  });
});

describe('a look during a run', () => {
  const look = async (lists: Lists, addresses: readonly Address[]) => {
    const reader = lister(lists);
    const kinds = [aKind({ reader: READER })];
    const { fresh } = liveReader({
      kinds,
      reader,
      clock: testClock(),
      onRead: () => undefined,
      wanted: NOTHING_WANTED,
    });
    return { shown: [...(await fresh(addresses)).keys()], said: reader.said };
  };

  it('finds a resource of a later round and reads no further than needed', async () => {
    expect(await look({ first: [A], hidden: [B] }, [A])).toEqual({ shown: [A], said: ['first'] });
    expect(await look({ first: [A], hidden: [B] }, [A, B])).toEqual({ shown: [A, B], said: ['first', 'hidden'] });
  });

  it('ignores a refused read of hidden resources', async () => {
    expect(await look({ first: [A], hidden: failed(403) }, [B])).toMatchObject({ shown: [A] });
    await expect(look({ first: [A], hidden: failed(500) }, [B])).rejects.toThrow('No.');
  });
});
