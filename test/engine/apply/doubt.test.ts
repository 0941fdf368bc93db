import { describe, expect, it } from 'vitest';
import { resolveDoubt } from '../../../src/engine/apply/doubt.ts';
import { standing } from '../../../src/engine/observe/standing.ts';
import { ApiError, AuthError, TransportError } from '../../../src/errors.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { Intention } from '../../../src/model/ledger.ts';
import { anIntention, aRecord } from '../../ledger/entries.ts';
import { aKind } from '../a-kind.ts';
import { aRun, type RunScene, type Shown } from '../a-run.ts';
import { seen } from '../planning.ts';

const [A, B]: readonly [Address, Address] = ['property:contacts/a', 'property:contacts/b'];
const LOST = new TransportError('connection-lost', 'The connection broke.', { sent: 'maybe' });
const LATE = new TransportError('timed-out', 'It was not answered in time.', { sent: 'maybe' });
const AGAIN = 'Run plan and apply again: they read the account again.';
const LATER = 'The next apply reads it back before it does anything else.';
const NOW = '2026-01-01T00:00:00.000Z';

/** An update of the label from Old to New; `null` says that it does not exist. */
const call = (more: Partial<Intention> = {}): Intention =>
  anIntention('i1', {
    covers: [A],
    before: { [A]: { label: 'Old' } },
    expects: { [A]: { label: 'New' } },
    records: { [A]: aRecord(A, { fields: { label: 'New' } }) },
    ...more,
  });
const two = call({
  covers: [A, B],
  before: { [A]: { label: 'Old' }, [B]: { label: 'Old' } },
  expects: { [A]: { label: 'New' }, [B]: { label: 'New' } },
  records: { [A]: aRecord(A), [B]: null },
});

async function resolved(intention: Intention, shown: RunScene['reads'] | Shown | Error, error: unknown = LOST) {
  const { run, asked } = await aRun({ reads: [shown ?? {}].flat() as readonly (Shown | Error)[] });
  return { resolution: await resolveDoubt(run, intention, error), halted: run.halted(), asked };
}

describe('how a resource stands after a call', () => {
  it.each<[string, Fields | null, Fields | null, Fields | undefined, string]>([
    ['as it leaves it', { label: 'Old' }, { label: 'New' }, { label: 'New' }, 'as-planned'],
    ['as it found it', { label: 'Old' }, { label: 'New' }, { label: 'Old' }, 'as-before'],
    ['as neither', { label: 'Old' }, { label: 'New' }, { label: 'Else' }, 'neither'],
    ['gone, which it was to be', { label: 'Old' }, null, undefined, 'as-planned'],
    ['gone, which it was', null, { label: 'New' }, undefined, 'as-before'],
    ['gone, which nobody planned', { label: 'Old' }, { label: 'New' }, undefined, 'neither'],
    ['there, though it was to go', { label: 'Old' }, null, { label: 'Old' }, 'as-before'],
    ['there, made by somebody', null, { label: 'New' }, { label: 'Else' }, 'neither'],
    ['with one of two fields not shown', null, { label: 'New', note: 'N' }, { label: 'New' }, 'as-planned'],
    ['without anything that the call sets', { label: 'Old' }, { label: 'New' }, { note: 'x' }, 'as-before'],
    ['without anything that tells of a create', null, { label: 'New' }, { note: 'x' }, 'neither'],
  ])('%s', (_, before, expected, live, as) => {
    const found = new Map(live === undefined ? [] : [[A, seen(A, live)] as const]);
    const intention = call({ before: { [A]: before }, expects: { [A]: expected } });
    expect(standing({ kindOf: () => aKind() }, intention, A, found)).toBe(as);
  });

  it('as absent and to be removed if the call does not mention it', () => {
    const run = { kindOf: () => aKind() };
    const nothing = new Map();
    expect(standing(run, call({ before: {} }), A, nothing)).toBe('as-before');
    expect(standing(run, call({ expects: {} }), A, nothing)).toBe('as-planned');
  });

  it.each([
    ['another id than that of the record', 'neither', '2', { label: 'Old' }],
    ['the id of the record', 'as-planned', '1', { label: 'Old' }],
    ['another id, as the call creates it anew', 'as-planned', '2', null],
  ])('with %s as %s', (_, as, id, before) => {
    const records = { [A]: aRecord(A, { fields: { label: 'New' }, id: '1' }) };
    const found = new Map([[A, { ...seen(A, { label: 'New' }), id }]]);
    const run = { kindOf: () => aKind() };
    expect(standing(run, call({ before: { [A]: before }, records }), A, found)).toBe(as);
  });

  it('as neither if its kind is unknown', () => {
    const found = new Map([[A, seen(A, { label: 'New' })]]);
    expect(standing({ kindOf: () => undefined }, call(), A, found)).toBe('neither');
  });
});

describe('a call whose reply was lost', () => {
  it('is done where a read shows the planned values, which are recorded as observed', async () => {
    const { resolution, asked } = await resolved(call(), { [A]: { label: 'New' } });
    expect(resolution).toStrictEqual({
      results: [
        { address: A, status: 'applied', message: 'Done: no reply confirmed it, but a read shows the planned values.' },
      ],
      entries: [
        {
          type: 'settle',
          id: 'i1',
          as: 'applied',
          records: { [A]: aRecord(A, { fields: { label: 'New' }, basis: 'observed' }) },
          at: NOW,
        },
      ],
      shown: new Map([[A, { label: 'New' }]]),
    });
    expect(asked).toEqual([[A]]);
  });

  it.each([1, 2])('is done if read %i after the first shows the planned values', async (late) => {
    const reads = [...Array(late).fill({ [A]: { label: 'Old' } }), { [A]: { label: 'New' } }];
    const { resolution, asked } = await resolved(call(), reads);
    expect(resolution).toMatchObject({ results: [{ status: 'applied' }], entries: [{ as: 'applied' }] });
    expect(asked).toHaveLength(late + 1);
  });

  it('is looked for during ten seconds if the service takes the same create twice', async () => {
    const create = call({ before: { [A]: null }, call: { endpoint: 'createSubscription', params: { appId: '2001' } } });
    const { resolution, asked } = await resolved(create, [...Array(5).fill({}), { [A]: { label: 'New' } }]);
    expect([resolution.results[0]?.status, asked.length]).toEqual(['applied', 6]);
    const { resolution: never, asked: askedLong } = await resolved(create, {});
    expect([never.results[0]?.status, askedLong.length]).toEqual(['failed', 7]);
  });

  it('has failed if a read shows the previous values', async () => {
    const { resolution } = await resolved(call(), { [A]: { label: 'Old' } });
    expect(resolution).toStrictEqual({
      results: [
        {
          address: A,
          status: 'failed',
          message: 'The connection broke. Reads show no effect of it.',
          hint: AGAIN,
        },
      ],
      // Looked for again after half a second, and after two more.
      entries: [{ type: 'settle', id: 'i1', as: 'not-applied', at: '2026-01-01T00:00:02.500Z' }],
      shown: new Map(),
    });
  });

  it.each<[string, Shown, Fields | null, unknown]>([
    ['another value', { [A]: { label: 'X' } }, { label: 'New' }, [{ field: 'label', before: 'New', after: 'X' }]],
    ['that it is gone', {}, { label: 'New' }, [{ field: 'label', before: 'New' }]],
    ['another value of what was to go', { [A]: { label: 'X' } }, null, []],
  ])('is a conflict where a read shows %s', async (_, shown, expected, fields) => {
    const { resolution } = await resolved(call({ expects: { [A]: expected } }), shown);
    expect(resolution.results).toStrictEqual([
      {
        address: A,
        status: 'conflict',
        message: 'The connection broke. A read shows neither the planned values nor the earlier values.',
        hint: AGAIN,
        fields,
      },
    ]);
    expect(resolution.entries[0]).toMatchObject({ as: 'not-applied' });
  });

  it('is recorded for the addresses that show its effect', async () => {
    const half = await resolved(two, { [A]: { label: 'New' }, [B]: { label: 'Old' } });
    expect(half.resolution.results.map(({ status }) => status)).toEqual(['applied', 'failed']);
    expect(half.resolution.entries).toMatchObject([
      { as: 'applied', records: { [A]: aRecord(A, { basis: 'observed' }) } },
    ]);
    const gone = await resolved(call({ expects: { [A]: null }, records: { [A]: null } }), {});
    expect(gone.resolution).toMatchObject({ entries: [{ as: 'applied', records: { [A]: null } }], shown: new Map() });
    const unsaid = await resolved(call({ expects: {}, records: {} }), {});
    expect(unsaid.resolution.entries).toMatchObject([{ as: 'applied', records: { [A]: null } }]);
    const there = await resolved(call({ expects: {} }), { [A]: { label: 'X' } });
    expect(there.resolution.results).toMatchObject([{ status: 'conflict', fields: [] }]);
  });

  it('stays open where it cannot be read back', async () => {
    const { resolution, halted } = await resolved(call(), new Error('No network.'));
    expect(resolution).toStrictEqual({
      results: [
        {
          address: A,
          status: 'uncertain',
          message: 'The connection broke. Reading it back failed too.',
          hint: LATER,
        },
      ],
      entries: [],
      shown: new Map(),
    });
    expect(halted).toBeUndefined();
  });

  it('stays open and halts the run where the token is refused', async () => {
    const { halted } = await resolved(call(), new AuthError('token-refused', 'The token was refused.'));
    expect(halted).toBe('The run was stopped: The token was refused.');
  });
});

describe('a call that timed out', () => {
  const refusal = (status: number) => new ApiError('Gone.', { endpoint: 'any', status, attempts: 1 });

  it.each([LATE, ...[408, 499, 502, 504, 520, 522, 524].map(refusal)])(
    'stays open while a read shows no effect: %s',
    async (error) => {
      const { resolution } = await resolved(call(), { [A]: { label: 'Old' } }, error);
      expect(resolution).toStrictEqual({
        results: [
          {
            address: A,
            status: 'uncertain',
            message: `${error.message} A read shows no effect yet; it may still take effect.`,
            hint: LATER,
          },
        ],
        entries: [],
        shown: new Map(),
      });
    },
  );

  it('stays open for the rest of a batch if a read shows a part of it', async () => {
    const half = await resolved(two, { [A]: { label: 'New' }, [B]: { label: 'Old' } }, LATE);
    expect(half.resolution).toMatchObject({
      results: [
        { address: A, status: 'applied' },
        { address: B, status: 'uncertain', hint: LATER },
      ],
    });
    expect(half.resolution.entries).toEqual([]);
  });

  it('is settled by an effect on all of it, and by any other error', async () => {
    const whole = await resolved(two, { [A]: { label: 'New' }, [B]: { label: 'New' } }, LATE);
    expect(whole.resolution.entries).toMatchObject([{ as: 'applied' }]);
    for (const error of [LOST, refusal(500), refusal(503)]) {
      const none = await resolved(call(), { [A]: { label: 'Old' } }, error);
      expect(none.resolution.entries).toMatchObject([{ as: 'not-applied' }]);
    }
  });
});

describe('a call that nothing reads back', () => {
  it('is repeated where that does no harm, and else left to a person', async () => {
    const repeat = await resolved(call({ recovery: 'repeat' }), {});
    expect(repeat.resolution).toStrictEqual({
      results: [
        {
          address: A,
          status: 'uncertain',
          message: 'The connection broke. It is unknown whether it took effect.',
          hint: 'Repeating it does no harm: the next apply makes the call again.',
        },
      ],
      entries: [],
      shown: new Map(),
    });
    const ask = await resolved(call({ recovery: 'ask' }), {});
    expect(ask.resolution).toStrictEqual({
      results: [
        {
          address: A,
          status: 'uncertain',
          message: 'The connection broke. It is unknown whether it took effect, and the interface has no read for it.',
          hint: 'Check in the account whether it took effect.',
          fix: [
            { action: 'settle', addresses: [A], as: 'applied' },
            { action: 'settle', addresses: [A], as: 'not-applied' },
          ],
        },
      ],
      entries: [],
      shown: new Map(),
    });
    expect([repeat.asked, ask.asked]).toEqual([[], []]);
  });
});
