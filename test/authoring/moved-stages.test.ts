/** A colleague moves stages in the account, and pull gives the file their order. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeOptionLists } from '../../src/authoring/merge.ts';
import { parseText } from '../../src/config/yaml/document.ts';
import { editYaml } from '../../src/config/yaml/edit.ts';
import { STAGE_LIST } from '../../src/kinds/pipeline/spec.ts';
import { type Json, mapping } from '../../src/model/json.ts';

const IDS = ['a', 'b', 'c', 'd', 'e'];
const liveStage = (value: string): Json => ({ value, label: value.toUpperCase() });
const ofFile = (id: string): Json => ({ id, label: id.toUpperCase() });
const textOf = (ids: readonly string[], inline: boolean): string =>
  inline
    ? `stages: [${ids.map((id) => `{ id: ${id}, label: ${id.toUpperCase()} }`).join(', ')}]\n`
    : `stages:\n${ids.map((id) => `  # above ${id}\n  - { id: ${id}, label: ${id.toUpperCase()} } # beside ${id}\n`).join('')}`;
const commentsOf = (text: string) => (text.match(/#.*/g) ?? []).toSorted();

function pulled(declared: readonly string[], live: readonly string[], applied: readonly string[]) {
  const was = declared.map(liveStage);
  return mergeOptionLists(
    {
      ...{ field: 'stages', declared: was, live: live.map(liveStage), applied: applied.map(liveStage) },
      ...{ moved: 'undecided', list: STAGE_LIST, isPlanned: false },
    },
    { at: ['stages'], written: declared.map(ofFile), retire: [], additions: true, list: STAGE_LIST },
  );
}

it('takes every order and every addition, and each comment stays with its stage', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(IDS, { minLength: 1 }),
      fc.nat(5),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      (live, few, inline, picks) => {
        const declared = live
          .slice(0, Math.max(1, few))
          .map((id) => [picks.next().value ?? 0, id] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, id]) => id);
        const text = textOf(declared, inline);
        const merged = pulled(declared, live, declared);
        expect(merged).toMatchObject({ conflicts: [], pending: false });
        const edits = merged.edits.map(({ edit }) => edit);
        const edited = edits.length === 0 ? { text, refused: [] } : editYaml(text, edits, () => []);
        expect(edited.refused).toEqual([]);
        expect(mapping(parseText({ path: 'a.yaml', text: edited.text }).value)).toEqual({ stages: live.map(ofFile) });
        expect(commentsOf(edited.text)).toEqual(commentsOf(text));
        for (const [, above] of edited.text.matchAll(/# above (\w)\n(?! *- \{ id: \1)/g)) expect(above).toBeUndefined();
      },
    ),
    { numRuns: 300 },
  );
});

it('leaves the order to a person when the file and the account both changed it', () => {
  const { conflicts, edits } = pulled(['b', 'a', 'c'], ['a', 'c', 'b'], ['a', 'b', 'c']);
  expect([conflicts.map(({ reason }) => reason), edits]).toEqual([
    ['The stages are in another order: sort them by hand.'],
    [],
  ]);
  expect(pulled(['b', 'a'], ['a', 'b'], ['a', 'b'])).toMatchObject({ edits: [], conflicts: [], pending: true });
});
