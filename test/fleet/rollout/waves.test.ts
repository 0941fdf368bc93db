import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { assignWaves, formatWave, parseWaves, type WavedAccount } from '../../../src/fleet/rollout/waves.ts';

const account = (hubId: number, shape = 'a', labels: WavedAccount['labels'] = {}): WavedAccount => ({
  hubId,
  shape,
  labels,
});
const fleet = (size: number): readonly WavedAccount[] => Array.from({ length: size }, (_, at) => account(at + 1));

function sizes(waves: string, accounts: readonly WavedAccount[]): readonly number[] {
  const each = parseWaves(waves);
  const assigned = assignWaves('r1', each, accounts);
  return each.map((_, wave) => [...assigned.values()].filter((of) => of === wave).length);
}

describe('waves are read', () => {
  it('from shares, numbers and labels', () => {
    const text = 'ring=canary,5,0.5%,10%,100%';
    expect(parseWaves(text).map(formatWave).join(',')).toBe(text);
    expect(parseWaves(' 1% , 100% ')).toEqual([
      { kind: 'percent', percent: 1 },
      { kind: 'percent', percent: 100 },
    ]);
  });

  it.each([
    ['10%,5%,100%', '5% is not larger than the wave before it.'],
    ['5,5,100%', '5 is not larger than the wave before it.'],
    ['a=b,a=b,100%', 'a=b is not larger than the wave before it.'],
    ['1%,10%', 'The last wave is not 100%.'],
    ['', '"" is not a wave. The last wave is not 100%.'],
    ['0%,100%', '"0%" is not a wave.'],
    ['1%,101%,x,100%', '"101%" is not a wave. "x" is not a wave.'],
  ])('%s is refused with everything that is wrong', (text, problems) => {
    expect(() => parseWaves(text)).toThrow(
      expect.objectContaining({ code: 'waves-invalid', message: `The waves "${text}" are wrong. ${problems}` }),
    );
  });
});

test('a share or number of a wave counts all accounts up to this wave', () => {
  expect(sizes('1%,10%,50%,100%', fleet(1_000))).toEqual([10, 90, 400, 500]);
  expect(sizes('20,100%', fleet(1_000))).toEqual([20, 980]);
});

test('each wave has an account while there are some', () => {
  expect(sizes('1%,2%,3%,100%', fleet(3))).toEqual([1, 1, 1, 0]);
  expect(sizes('1%,100%', fleet(0))).toEqual([0, 0]);
});

test('a wave by label takes all that have it and are in none before', () => {
  const canaries = [account(7, 'a', { ring: 'canary' }), account(8, 'a', { ring: 'canary' })];
  const assigned = assignWaves('r1', parseWaves('ring=canary,50%,100%'), [...fleet(6), ...canaries]);
  expect([7, 8].map((hub) => assigned.get(hub))).toEqual([0, 0]);
  expect(sizes('ring=canary,50%,100%', [...fleet(6), ...canaries])).toEqual([2, 2, 4]);
});

test('a wave for an unused label is refused', () => {
  expect(() => assignWaves('r1', parseWaves('ring=canry,100%'), fleet(3))).toThrow(
    expect.objectContaining({ code: 'waves-invalid', message: 'No account of the rollout has the label ring=canry.' }),
  );
});

test('an early wave contains its share of every cluster', () => {
  const mixed = fleet(1_000).map(({ hubId }) => account(hubId, hubId <= 900 ? 'unchanged' : 'changed'));
  const assigned = assignWaves('r1', parseWaves('10%,100%'), mixed);
  const early = mixed.filter(({ hubId }) => assigned.get(hubId) === 0);
  expect(Map.groupBy(early, ({ shape }) => shape).get('changed')).toHaveLength(10);
});

test('each account is in one wave, independent of order and specific to the rollout', () => {
  const accounts = fc
    .uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 60 })
    .chain((hubs) => fc.tuple(...hubs.map((hubId) => fc.constantFrom('a', 'b').map((shape) => account(hubId, shape)))));
  const waves = parseWaves('1%,10%,50%,100%');
  fc.assert(
    fc.property(accounts, (all) => {
      const assigned = assignWaves('r1', waves, all);
      expect(new Map([...assigned].sort(([a], [b]) => a - b))).toEqual(
        new Map([...assignWaves('r1', waves, all.toReversed())].sort(([a], [b]) => a - b)),
      );
      expect([...assigned.keys()].sort()).toEqual(all.map(({ hubId }) => hubId).sort());
    }),
  );
  const first = (rollout: string) => [...assignWaves(rollout, waves, fleet(1_000))].filter(([, wave]) => wave === 0);
  expect(first('r1')).not.toEqual(first('r2'));
});
