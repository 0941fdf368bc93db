import { describe, expect, it } from 'vitest';
import { type CallEnd, sameResult } from '../../../src/engine/apply/call-result.ts';
import { requireGraph, type ScheduleInput, schedule } from '../../../src/engine/apply/schedule.ts';
import type { OutcomeStatus } from '../../../src/model/outcome.ts';
import type { PlannedCall } from '../../../src/model/plan.ts';
import { aCall } from '../../support/builders.ts';

const call = (id: string, ...after: readonly string[]): PlannedCall =>
  aCall({ id, after, covers: [`property:contacts/${id}`] });

/** Ends each call as told, applied if not, and notes the order in which they began and ended. */
async function scheduled(
  calls: readonly PlannedCall[],
  { ends = {}, ...more }: Partial<ScheduleInput> & { readonly ends?: Readonly<Record<string, OutcomeStatus>> } = {},
) {
  const log: string[] = [];
  let running = 0;
  let most = 0;
  const run = async (one: PlannedCall): Promise<CallEnd> => {
    log.push(`+${one.id}`);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    log.push(`-${one.id}`);
    return sameResult(one, { status: ends[one.id] ?? 'applied', message: 'As told.' });
  };
  const result = await schedule({
    ...{ calls, concurrency: 4, halted: () => undefined, run, dependsOn: () => [], partOf: () => undefined },
    ...more,
  });
  return {
    log,
    most,
    ended: result.map(({ call: { id }, results, ok }) => [id, results.map(({ status }) => status), ok]),
    messages: result.map(({ results }) => results[0]?.message),
  };
}

describe('calls that are scheduled', () => {
  it('end in their order, each begun after those that it waits for ended', async () => {
    const { log, ended } = await scheduled([call('c1'), call('c2', 'c1'), call('c3', 'c1', 'c2'), call('c4')]);
    expect(ended).toEqual(['c1', 'c2', 'c3', 'c4'].map((id) => [id, ['applied'], true]));
    for (const [first, then] of [
      ['-c1', '+c2'],
      ['-c2', '+c3'],
    ] as const)
      expect(log.indexOf(first)).toBeLessThan(log.indexOf(then));
    expect(log.indexOf('+c4')).toBeLessThan(log.indexOf('+c2'));
  });

  it('are in flight at most as many as there are slots', async () => {
    const calls = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id) => call(id));
    expect((await scheduled(calls, { concurrency: 2 })).most).toBe(2);
    expect((await scheduled(calls, { concurrency: 1 })).log).toEqual(calls.flatMap(({ id }) => [`+${id}`, `-${id}`]));
  });

  it('are skipped after a failed call, directly or indirectly', async () => {
    const calls = [call('c1'), call('c2'), call('c3', 'c2', 'c1'), call('c4', 'c3'), call('c5', 'c2')];
    const { log, ended, messages } = await scheduled(calls, { ends: { c1: 'failed' } });
    expect(ended).toEqual([
      ['c1', ['failed'], false],
      ['c2', ['applied'], true],
      ['c3', ['skipped'], false],
      ['c4', ['skipped'], false],
      ['c5', ['applied'], true],
    ]);
    expect(log.filter((line) => line.startsWith('+'))).toEqual(['+c1', '+c2', '+c5']);
    expect(messages.slice(2, 4)).toEqual([
      'It waits for property:contacts/c1 (c1), which ended as failed.',
      'It waits for property:contacts/c3 (c3), which ended as skipped.',
    ]);
  });

  it('name the failed address of a call with several addresses', async () => {
    const [good, bad] = ['property:contacts/good', 'property:contacts/bad'] as const;
    const two = { ...call('c1'), covers: [good, bad] };
    const { messages } = await scheduled([two, call('c2', 'c1')], {
      run: async (one) => ({
        call: one,
        ok: false,
        results: [
          { address: good, status: 'applied', message: '' },
          { address: bad, status: 'uncertain', message: '' },
        ],
      }),
    });
    expect(messages[1]).toBe(`It waits for ${bad} (c1), which ended as uncertain.`);
  });

  it('continue after a conflict if the needed resource exists', async () => {
    const [group, property] = ['property:contacts/c1', 'property:contacts/c2'] as const;
    const ends = async (removes: boolean) => {
      const second = { ...call('c2', 'c1'), ...(removes ? { expects: { [property]: null } } : {}) };
      const { ended } = await scheduled([call('c1'), second], {
        dependsOn: (address) => (address === property ? [group] : []),
        run: async (one) =>
          sameResult(
            one,
            one.id === 'c1' ? { status: 'conflict', message: '', isThere: true } : { status: 'applied', message: '' },
          ),
      });
      return ended.flatMap(([, statuses]) => statuses);
    };
    expect(await ends(false)).toEqual(['conflict', 'applied']);
    // The resource that must be removed first still exists.
    expect(await ends(true)).toEqual(['conflict', 'skipped']);
  });

  it('are not begun once the run is halted, for the reason that halted it', async () => {
    let reason: string | undefined;
    const { ended, messages } = await scheduled([call('c1'), call('c2', 'c1'), call('c3')], {
      concurrency: 1,
      halted: () => reason,
      run: async (one) => {
        reason = 'The disk is full.';
        return sameResult(one, { status: 'applied', message: 'Done.' });
      },
    });
    expect(ended.map(([id, statuses]) => [id, statuses])).toEqual([
      ['c1', ['applied']],
      ['c2', ['skipped']],
      ['c3', ['skipped']],
    ]);
    expect(messages).toEqual(['Done.', 'The disk is full.', 'The disk is full.']);
  });
});

describe('a graph of calls', () => {
  it('is one where each call stands after those that it waits for', () => {
    expect(() => requireGraph([call('c1'), call('c2', 'c1'), call('c3', 'c1', 'c2')])).not.toThrow();
  });

  it.each([
    ['makes c1 wait for c2, which does not precede it', [call('c1', 'c2'), call('c2')]],
    ['makes c1 wait for c1, which does not precede it', [call('c1', 'c1')]],
    ['makes c2 wait for c9, which does not precede it', [call('c1'), call('c2', 'c1', 'c9')]],
    ['contains the call c1 twice', [call('c1'), call('c1')]],
  ])('is none where it %s', (what, calls) => {
    expect(() => requireGraph(calls)).toThrow(
      expect.objectContaining({
        code: 'plan-malformed',
        message: `The plan ${what}.`,
        hint: 'Create a new plan, and do not edit it.',
      }),
    );
  });
});
