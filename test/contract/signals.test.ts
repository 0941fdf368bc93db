import { describe, expect, it } from 'vitest';
import { joinSignals } from '../../src/contract/signals.ts';

describe('a joined signal', () => {
  it.each([0, 1])('aborts with either of two: number %i', (which) => {
    const signals = [new AbortController(), new AbortController()];
    const joined = joinSignals(...signals.map(({ signal }) => signal));
    expect(joined?.aborted).toBe(false);
    signals[which]?.abort('enough');
    expect([joined?.aborted, joined?.reason]).toEqual([true, 'enough']);
  });

  it('is the only given signal, or undefined', () => {
    const { signal } = new AbortController();
    expect(joinSignals(undefined, signal)).toBe(signal);
    expect(joinSignals(undefined, undefined)).toBeUndefined();
  });
});
