import { expect, test } from 'vitest';
import type { Change } from '../../src/model/change.ts';
import { compareClusters } from '../../src/report/text/cluster-difference.ts';
import { clustersDoc } from '../../src/report/text/clusters.ts';
import { docText } from '../../src/report/text/render.ts';
import { aChange, aDriftedResource, aDriftReport, aPlan, aStyle } from '../support/builders.ts';
import { aRolloutReport, aRolloutStatus } from './rollouts.ts';

const BRIEF = { verbose: false };

function aPlanOf(...changes: readonly Partial<Change>[]) {
  return aPlan({ changes: changes.map((change) => aChange(change)) });
}

const label = (before: string) => ({ field: 'label', before, after: 'Loyalty tier' });
const tier = { action: 'update', because: 'file-differs', reason: 'The file declares another value.' } as const;

test('a change of another action is a line for each cluster', () => {
  const difference = compareClusters(
    aPlanOf({ ...tier, fields: [label('Tier')] }),
    aPlanOf({ fields: [{ field: 'label', after: 'Loyalty tier' }] }),
    BRIEF,
  );
  expect(difference).toEqual({
    only: ['~ property:contacts/loyaltytier: label "Tier" -> "Loyalty tier"'],
    missing: ['+ property:contacts/loyaltytier'],
    more: 0,
  });
});

test('the same change of other values has a line for each value that differs', () => {
  const gold = { value: 'gold', change: 'add', after: { label: 'Gold' } } as const;
  const theirs = { value: 'theirs', change: 'foreign' } as const;
  const difference = compareClusters(
    aPlanOf({ ...tier, fields: [label('Level'), { field: 'options', options: [gold, theirs] }] }),
    aPlanOf({ ...tier, fields: [label('Tier'), { field: 'options', options: [gold] }] }),
    BRIEF,
  );
  expect(difference).toEqual({
    only: [
      '~ property:contacts/loyaltytier: label "Level" -> "Loyalty tier"',
      '~ property:contacts/loyaltytier: options of others: theirs',
    ],
    missing: ['~ property:contacts/loyaltytier: label "Tier" -> "Loyalty tier"'],
    more: 0,
  });
});

test('a blocked change has its reason, and errors and drift are compared too', () => {
  const blocked = aPlanOf({ action: 'blocked', because: 'read-only', reason: 'It is read-only.' });
  expect(compareClusters(blocked, aPlanOf(), BRIEF).only).toEqual([
    '! property:contacts/loyaltytier: It is read-only.',
  ]);
  const failed = aPlan({ complete: false, findings: [{ code: 'read-failed', severity: 'error', message: 'No.' }] });
  expect(compareClusters(failed, aPlanOf(), BRIEF).only).toEqual([
    'The read of the account is incomplete.',
    'error read-failed',
  ]);
  const drifted = aDriftReport([aDriftedResource({ fields: [label('Tier')] })]);
  expect(compareClusters(drifted, aDriftReport([]), BRIEF).only).toEqual([
    'drifted property:contacts/loyaltytier: label "Tier" -> "Loyalty tier"',
  ]);
});

test('a cluster has ten lines, then a count, and all of them if verbose', () => {
  const many = (from: number, count: number) =>
    aPlanOf(...Array.from({ length: count }, (_, at) => ({ address: `property:contacts/p${from + at}` }) as const));
  const [big, small, few] = [many(0, 40), many(100, 3), many(200, 30)];
  const sizes = (sample: typeof big, largest: typeof big, verbose = false) => {
    const { only, missing, more } = compareClusters(sample, largest, { verbose });
    return [only.length, missing.length, more];
  };
  expect(sizes(small, big)).toEqual([3, 7, 33]);
  expect(sizes(big, small)).toEqual([7, 3, 33]);
  expect(sizes(few, big)).toEqual([5, 5, 60]);
  expect(sizes(few, big, true)).toEqual([30, 40, 0]);
});

test('the text compares each cluster with the largest', () => {
  const { clusters } = aRolloutReport();
  const [first, second] = clusters;
  if (first === undefined || second === undefined) throw new Error('two');
  const alike = { ...first, shape: 'cccccccccccccccccccc' };
  const samples = new Map([first, second, alike].map(({ shape, sample }) => [shape, sample]));
  const shown = { status: aRolloutStatus(), clusters: [first, second, alike], unplanned: [], findings: [], steps: [] };
  expect(docText(clustersDoc({ ...shown, samples }, BRIEF), aStyle())).toContain(
    [
      'Differences of b07700dd from 3f9a01c2',
      '  only b07700dd: ~ property:contacts/loyaltytier: options - bronze',
      '  only 3f9a01c2: + property:contacts/loyaltytier',
      '',
      'Differences of cccccccc from 3f9a01c2',
      '  The changes and their values are the same. The calls or their order differ.',
    ].join('\n'),
  );
});
