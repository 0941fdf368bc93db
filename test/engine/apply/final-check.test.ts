import { describe, expect, it } from 'vitest';
import type { CallEnd, CallResult } from '../../../src/engine/apply/call-result.ts';
import { finalCheck } from '../../../src/engine/apply/final-check.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { PlannedCall } from '../../../src/model/plan.ts';
import { aCall, aRecord } from '../../support/builders.ts';
import { aKind, READER } from '../a-kind.ts';
import { aRun, type RunScene, type Shown } from '../a-run.ts';

const A: Address = 'property:contacts/a';
const B: Address = 'property:contacts/b';
const AGAIN = 'Run plan and apply again: they read the account again.';

async function checked({ ends, ...scene }: RunScene & { readonly ends: readonly CallEnd[] }) {
  const { run, ledger, clock, asked, events } = await aRun(scene);
  const results = await finalCheck(run, ends);
  await run.recorded();
  const { records } = await ledger.read();
  return { results: [...results.values()], records, asked, events, findings: run.findings, waited: clock.elapsed() };
}

/** A call that took effect, so the replies said. */
const ended = (address: Address, expects: Fields | null, { call, result }: Ended = {}): CallEnd => ({
  call: aCall({
    covers: [address],
    before: { [address]: null },
    expects: { [address]: expects },
    records: { [address]: expects },
    ...call,
  }),
  results: [{ address, status: 'applied', message: 'Done.', ...result }],
  ok: true,
});
interface Ended {
  readonly call?: Partial<PlannedCall>;
  readonly result?: Partial<CallResult>;
}
const ECHOED = { result: { echoed: true } } as const;

describe('the final check', () => {
  it('records planned values as observed, and keeps every outcome', async () => {
    const known = [aRecord({ address: A, id: '7', fields: { label: 'Old' } })];
    const result = await checked({
      ends: [ended(A, { label: 'A' })],
      reads: [{ [A]: { label: 'A', note: 'x' } }],
      known,
    });
    expect(result.results).toEqual([]);
    expect(result.records).toStrictEqual({
      [A]: {
        address: A,
        kind: 'property',
        fields: { label: 'A' },
        id: '7',
        basis: 'observed',
        at: '2026-01-01T00:00:00.000Z',
        run: 'run1',
      },
    });
    expect([result.asked, result.waited, result.findings]).toEqual([[[A]], 0, []]);
    expect(result.events).toEqual([{ type: 'check-start', reads: 1 }]);
  });

  it('reads only after successful calls to kinds whose reads verify absence', async () => {
    const failed = ended(A, { label: 'A' }, { result: { status: 'failed' } });
    const existence = aKind({ reader: { ...READER, proves: 'existence' } });
    for (const input of [{ ends: [] }, { ends: [failed] }, { ends: [ended(A, { label: 'A' })], kinds: [existence] }])
      expect(await checked(input)).toMatchObject({ results: [], records: {}, asked: [], events: [] });
  });

  it('expects the values of the last of several calls', async () => {
    const ends = [ended(A, { label: 'Old', note: 'N' }), ended(A, { label: 'A' })];
    const { results } = await checked({ ends, reads: [{ [A]: { label: 'A', note: 'else' } }] });
    expect(results.map(({ fields }) => fields)).toEqual([[{ field: 'note', before: 'N', after: 'else' }]]);
    const half = [ended(A, { label: 'Old' }, { result: { status: 'failed' } }), ended(A, { label: 'A' })];
    expect((await checked({ ends: half })).asked).toEqual([]);
  });

  it('repeats the read of unplanned values after half a second, then two seconds', async () => {
    const ends = [ended(A, { label: 'A' }), ended(B, { label: 'B' })];
    const [late, there] = [{ [A]: { label: 'A' } }, { [A]: { label: 'gone by now' }, [B]: { label: 'B' } }];
    const once = await checked({ ends, reads: [late, there] });
    expect([once.asked, once.waited, once.results]).toEqual([[[A, B], [B]], 500, []]);
    expect(Object.keys(once.records)).toEqual([A, B]);
    const twice = await checked({ ends, reads: [late, late, there] });
    expect([twice.asked, twice.waited, twice.results]).toEqual([[[A, B], [B], [B]], 2500, []]);
    const never = await checked({ ends, reads: [late] });
    expect([never.asked.length, never.waited, never.results.length]).toEqual([3, 2500, 1]);
  });

  it('believes the last read, also where something is gone by then', async () => {
    const reads = [{ [A]: { label: 'X' } }, {}];
    const { results } = await checked({ ends: [ended(A, { label: 'A' })], reads });
    expect(results.map(({ fields }) => fields)).toEqual([[{ field: 'label', before: 'A' }]]);
    const gone = await checked({ ends: [ended(A, null)], reads });
    expect([gone.asked.length, gone.results]).toEqual([2, []]);
  });

  it('reads once if the run is interrupted', async () => {
    const signal = AbortSignal.abort();
    const { asked, waited, results } = await checked({ ends: [ended(A, { label: 'A' })], reads: [{}], signal });
    expect([asked.length, waited, results.length]).toEqual([1, 0, 1]);
  });

  it('leaves the outcomes to the replies where the read fails, and says so', async () => {
    const result = await checked({ ends: [ended(A, { label: 'A' })], reads: [new Error('No network.')] });
    expect([result.results, result.records]).toEqual([[], {}]);
    expect(result.findings).toEqual([
      {
        code: 'final-check-failed',
        severity: 'warning',
        message: 'The final read failed, so the outcomes are based on the replies only: No network.',
        hint: 'Run plan: it reads the account again.',
      },
    ]);
  });
});

describe('a value that differs from the plan', () => {
  const NOWHERE = 'it does not exist';
  const someone = (what: string) =>
    `It was done, but the final read shows that ${what}${what === NOWHERE ? '' : ': another user has changed it'}.`;
  const took = (what: string) => `The service accepted the call, but the final read shows that ${what}.`;

  it.each<[string, Fields | null, Shown, string, CallResult['fields']]>([
    [
      'is other values',
      { label: 'A' },
      { [A]: { label: 'X' } },
      'label differ',
      [{ field: 'label', before: 'A', after: 'X' }],
    ],
    ['is not there', { label: 'A' }, {}, NOWHERE, [{ field: 'label', before: 'A' }]],
    ['is still there', null, { [A]: { label: 'X' } }, 'it still exists', []],
  ])(
    '%s: a conflict where the reply showed the planned values, a failure where it showed none',
    async (_, expected, shown, what, fields) => {
      const lost = await checked({ ends: [ended(A, expected, ECHOED)], reads: [shown] });
      expect(lost.results).toStrictEqual([
        { address: A, status: 'conflict', message: someone(what), hint: AGAIN, fields },
      ]);
      expect(lost.records).toEqual({});
      const failed = await checked({ ends: [ended(A, expected)], reads: [shown] });
      expect(failed.results).toStrictEqual([
        { address: A, status: 'failed', message: took(what), hint: AGAIN, fields },
      ]);
    },
  );

  it('is recorded as it is where no reply showed it otherwise', async () => {
    const ends = [ended(A, { label: 'A', note: 'N' })];
    const { records } = await checked({ ends, reads: [{ [A]: { label: 'X', note: 'N' } }] });
    expect(records[A]).toMatchObject({ fields: { label: 'X', note: 'N' }, basis: 'observed' });
    expect((await checked({ ends, reads: [{}] })).records).toEqual({});
  });

  it('stays recorded if its removal had no effect', async () => {
    const known = [aRecord({ address: A, id: '7', fields: { label: 'Old' } })];
    const { records } = await checked({ ends: [ended(A, null)], reads: [{ [A]: { label: 'Old' } }], known });
    expect(records[A]).toEqual({ ...known[0], found: 'changed' });
  });

  it('is never reported for a removed resource that is gone', async () => {
    expect(await checked({ ends: [ended(A, null, ECHOED)], reads: [{}] })).toMatchObject({ results: [], records: {} });
  });

  it('counts a value in another form as another value', async () => {
    const { results, records } = await checked({
      ends: [ended(A, { label: 'The A' })],
      reads: [{ [A]: { label: 'the a' } }],
    });
    expect(results.map(({ status, message }) => [status, message])).toEqual([['failed', took('label differ')]]);
    expect(records[A]).toMatchObject({ fields: { label: 'the a' }, basis: 'observed' });
  });

  it('is a conflict if only a field differs that the call did not write', async () => {
    const unwritten = ended(A, { label: 'The A', note: 'N' }, { call: { before: { [A]: { note: 'Old' } } } });
    const found = await checked({ ends: [unwritten], reads: [{ [A]: { label: 'the a', note: 'N' } }] });
    expect(found.results.map(({ message }) => message)).toEqual([
      'It was done, but the final read shows that label differ: another user has changed it.',
    ]);
    expect(found.records[A]?.fields).toMatchObject({ label: 'The A' });
  });

  it('keeps the record of the echoed values after an edit by another user', async () => {
    const ends = [ended(A, { label: 'A' }, ECHOED)];
    const { results, records } = await checked({ ends, reads: [{ [A]: { label: 'X' } }] });
    expect([results.map(({ status }) => status), records]).toEqual([['conflict'], {}]);
  });
});
