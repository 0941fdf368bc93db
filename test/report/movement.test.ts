import { expect, test } from 'vitest';
import { docHtml } from '../../src/report/html/render.ts';
import { docMarkdown } from '../../src/report/markdown/render.ts';
import { movementText } from '../../src/report/movement.ts';
import { driftDoc } from '../../src/report/text/drift.ts';
import { docText } from '../../src/report/text/render.ts';
import { aDriftedResource, aDriftReport, aStyle, NOW } from '../support/builders.ts';

const list = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));

test.each<[string, readonly string[] | undefined, readonly string[] | undefined, string]>([
  ['c', ['a', 'b', 'c'], ['c', 'a', 'b'], 'moved to the first place'],
  ['a', ['a', 'b', 'c'], ['b', 'c', 'a'], 'moved behind c'],
  ['c', ['a', 'b', 'c'], ['b', 'c', 'a'], 'moved, still behind b'],
  ['a', ['a', 'b'], ['a', 'b', 'c'], 'moved, still first'],
  ['a', undefined, ['b', 'a'], 'moved behind b'],
  ['a', ['a', 'b'], undefined, 'moved'],
  ['a', ['a', 'b'], ['b'], 'moved'],
])('%s of %j in %j is %s', (value, before, after, words) => {
  expect(
    movementText(value, { ...(before && { before: list(...before) }), ...(after && { after: list(...after) }) }),
  ).toBe(words);
});

test('drift says in words where an option went, whatever number the service gave it', () => {
  const report = aDriftReport([
    aDriftedResource({
      fields: [
        {
          field: 'options',
          before: list('gold', 'silver'),
          after: [
            { value: 'silver', label: 'silver', displayOrder: 1 },
            { value: 'gold', label: 'gold', displayOrder: 2 },
          ],
          options: [
            { value: 'gold', change: 'move', before: { value: 'gold' }, after: { value: 'gold', displayOrder: 2 } },
          ],
        },
      ],
    }),
  ]);
  const texts = [
    docText(driftDoc(report), aStyle()),
    docMarkdown(driftDoc(report), { limit: 60_000 }),
    docHtml(driftDoc(report), { now: NOW }),
  ];
  for (const text of texts) {
    expect(text).toContain('moved behind silver');
    expect(text).not.toContain('(not set)');
  }
});
