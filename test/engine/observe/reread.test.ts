import { describe, expect, it } from 'vitest';
import { kindLookup } from '../../../src/engine/kind-lookup.ts';
import { listLags, liveReader } from '../../../src/engine/observe/reread.ts';
import { ApiError } from '../../../src/errors.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { NOTHING_WANTED } from '../../../src/model/kind-reader.ts';
import { testClock } from '../../ledger/clock.ts';
import { TIER } from '../../ledger/entries.ts';
import { refused, scripted } from '../scripted.ts';

const HOUR_MS = 3_600_000;

/** Returns the number of reads for two observations with an event between them. */
async function readsAcross(between: (clock: ReturnType<typeof testClock>) => void): Promise<number> {
  const clock = testClock();
  const reader = scripted({ listProperties: [{ value: [] }] });
  const { recent } = liveReader({
    kinds: listKinds('documented'),
    reader,
    clock,
    onRead: () => undefined,
    wanted: NOTHING_WANTED,
  });
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
  it('starts after the call, and only concurrent waiters share it', async () => {
    const reader = scripted({ listProperties: [{ value: [] }] });
    const { fresh } = liveReader({
      kinds: listKinds('documented'),
      reader,
      clock: testClock(),
      onRead: () => undefined,
      wanted: NOTHING_WANTED,
    });
    await Promise.all([fresh([TIER]), fresh([TIER]), fresh([TIER])]);
    expect(reader.said.length).toBe(2);
    await fresh([TIER]);
    expect(reader.said.length).toBe(3);
    await Promise.all([fresh([TIER]), fresh([TIER])]);
    expect(reader.said.length).toBe(5);
  });

  it('succeeds after a failed earlier read', async () => {
    const reader = scripted({ listProperties: [refused(500, 'Out of order.'), { value: [] }] });
    const { fresh } = liveReader({
      kinds: listKinds('documented'),
      reader,
      clock: testClock(),
      onRead: () => undefined,
      wanted: NOTHING_WANTED,
    });
    const [first, second] = await Promise.allSettled([fresh([TIER]), fresh([TIER])]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('the waits for a write that a read does not show', () => {
  const lookup = kindLookup(listKinds('dated'));
  const total = (waits: readonly number[]) => waits.reduce((sum, wait) => sum + wait, 0);

  it('are two for most kinds, and for no address', () => {
    expect(listLags(lookup, [TIER])).toEqual([500, 2000]);
    expect(listLags(lookup, [])).toEqual([500, 2000]);
  });

  it('last as long as the slowest list of the kinds', () => {
    const waits = listLags(lookup, [TIER, 'object-schema:boats']);
    expect(waits.slice(0, 3)).toEqual([500, 2000, 2000]);
    expect(total(waits)).toBeGreaterThanOrEqual(15_000);
    expect(total(waits)).toBeLessThan(17_500);
  });
});

describe('archived resources that a create would lose', () => {
  const row = (name: string, archived: boolean) => ({ id: '1', objectTypeId: '2-1', name, archived });
  const lost = async (...rows: readonly ReturnType<typeof row>[]) => {
    const reader = scripted({ listDatedSchemas: [{ value: { results: rows } }] });
    const { losable } = liveReader({
      kinds: listKinds('dated'),
      reader,
      clock: testClock(),
      wanted: NOTHING_WANTED,
      onRead: () => undefined,
    });
    return { found: [...(await losable(['object-schema:boats', TIER])).keys()], reads: reader.said.length };
  };

  it.each([
    [[], []],
    [[row('boats', true)], ['object-schema:boats']],
    [[row('BOATS', true)], ['object-schema:boats']],
    [[row('boats', false)], []],
    [[row('ships', true)], []],
  ])('of the account with %j are %j, by one read', async (rows, found) => {
    expect(await lost(...rows)).toEqual({ found, reads: 1 });
  });

  it('are unknown if the read fails', async () => {
    const reader = scripted({ listDatedSchemas: [refused(500, 'Broken.')] });
    const { losable } = liveReader({
      kinds: listKinds('dated'),
      reader,
      clock: testClock(),
      wanted: NOTHING_WANTED,
      onRead: () => undefined,
    });
    await expect(losable(['object-schema:boats'])).rejects.toThrow(ApiError);
  });
});
