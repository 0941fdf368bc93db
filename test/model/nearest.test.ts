/** The nearest spelling. */

import { expect, test } from 'vitest';
import { didYouMean, nearest } from '../../src/model/nearest.ts';

test.each([
  ['lable', ['label', 'type'], 'label'],
  ['hubid', ['hubId', 'baseUrl'], 'hubId'],
  ['propertis', ['properties', 'property'], 'properties'],
  ['x', ['label'], undefined],
  ['group', ['groupName', 'label'], 'groupName'],
  ['display', ['displayName', 'displayOrder'], undefined],
  ['label', ['label'], undefined],
  ['', ['label'], undefined],
  ['tpye', ['type', 'tape'], 'type'],
])('the nearest name to %s among %j is %s', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});

test('lists the allowed names if the list is short', () => {
  expect(didYouMean('lable', ['label', 'type'])).toBe('Did you mean `label`? Allowed: label, type.');
  expect(
    didYouMean(
      'zzz',
      Array.from({ length: 20 }, (_, index) => `key${index}`),
    ),
  ).toBeUndefined();
});
