/** Tests that all code that writes HTML shares a single table of entities. */

import { expect, test } from 'vitest';
import { withEntities, withMarkupEntities } from '../../src/contract/entities.ts';
import { sourceFiles } from '../architecture/source.ts';

const TEXT = `<a href="x" title='y'>&amp;</a>`;

test('five signs are escaped for content and attributes, three for content', () => {
  expect(withEntities(TEXT)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;');
  expect(withMarkupEntities(TEXT)).toBe(`&lt;a href="x" title='y'&gt;&amp;amp;&lt;/a&gt;`);
});

test('no other source has a table of its own', () => {
  const tables = sourceFiles().filter(({ text }) => text.includes("'&amp;'"));
  expect(tables.map(({ path }) => path)).toEqual(['contract/entities.ts']);
});
