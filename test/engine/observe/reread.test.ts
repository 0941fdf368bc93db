import { describe, expect, it } from 'vitest';
import { liveReader } from '../../../src/engine/observe/reread.ts';
import { kindsOn } from '../../../src/kinds/index.ts';
import { testClock } from '../../ledger/clock.ts';
import { TIER } from '../../ledger/entries.ts';
import { refused, scripted } from '../scripted.ts';

const HOUR_MS = 3_600_000;

/** How many reads two looks take when this happens between them. */
async function readsAcross(between: (clock: ReturnType<typeof testClock>) => void): Promise<number> {
  const clock = testClock();
  const reader = scripted({ listProperties: [{ value: [] }] });
  const { recent } = liveReader({ kinds: kindsOn('documented'), reader, clock, onRead: () => undefined });
  await recent([TIER]);
  between(clock);
  await recent([TIER]);
  return reader.said.length;
}

describe('a list that was read serves the updates of its object type', () => {
  it.each([
    ['within a second', 1, (clock: ReturnType<typeof testClock>) => clock.advance(999)],
    ['and is read again after a second', 2, (clock: ReturnType<typeof testClock>) => clock.advance(1000)],
    [
      'and is read again when the clock was set back, however far',
      2,
      (clock: ReturnType<typeof testClock>) => {
        clock.advance(5000);
        clock.set(clock.now() - HOUR_MS);
      },
    ],
    [
      'and is read again when the clock was set back to the very moment of the read',
      2,
      (clock: ReturnType<typeof testClock>) => {
        const then = clock.now();
        clock.advance(5000);
        clock.set(then);
      },
    ],
    [
      'and is read again after the machine slept, for which no time elapsed',
      2,
      (clock: ReturnType<typeof testClock>) => clock.set(clock.now() + HOUR_MS),
    ],
  ])('%s', async (_, reads, between) => {
    expect(await readsAcross(between)).toBe(reads);
  });
});

describe('a read after a call', () => {
  it('begins after it, is shared by those that wait at the same time, and by nobody later', async () => {
    const reader = scripted({ listProperties: [{ value: [] }] });
    const { fresh } = liveReader({ kinds: kindsOn('documented'), reader, clock: testClock(), onRead: () => undefined });
    await Promise.all([fresh([TIER]), fresh([TIER]), fresh([TIER])]);
    expect(reader.said.length).toBe(2);
    await fresh([TIER]);
    expect(reader.said.length).toBe(3);
    await Promise.all([fresh([TIER]), fresh([TIER])]);
    expect(reader.said.length).toBe(5);
  });

  it('does not fail because the one before it did', async () => {
    const reader = scripted({ listProperties: [refused(500, 'Out of order.'), { value: [] }] });
    const { fresh } = liveReader({ kinds: kindsOn('documented'), reader, clock: testClock(), onRead: () => undefined });
    const [first, second] = await Promise.allSettled([fresh([TIER]), fresh([TIER])]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  });
});
