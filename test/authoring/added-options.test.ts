/** Options that an account has more than a file: any number of them, at any places, taken at once. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeOptionLists } from '../../src/authoring/merge.ts';
import { parseText } from '../../src/config/yaml/document.ts';
import { editYaml } from '../../src/config/yaml/edit.ts';
import { OPTION_LIST } from '../../src/kinds/options.ts';
import { type Fields, mapping } from '../../src/model/json.ts';

type Form = 'one line each' | 'lines' | 'brackets';

const VALUES = [...'abcdefghij'];
const optionOf = (value: string): Fields => ({ value, label: value.toUpperCase() });

/** Writes options as a file has them, one text per option, and the text around them. */
function written(values: readonly string[], form: Form): readonly [string, ...string[]] {
  const lines = values.map((value) => {
    if (form === 'lines') return `  - value: ${value} # of ${value}\n    label: ${value.toUpperCase()}\n`;
    const inline = `{ value: ${value}, label: ${value.toUpperCase()} }`;
    return form === 'brackets' ? inline : `  - ${inline} # of ${value}\n`;
  });
  if (form === 'brackets' || values.length === 0) return ['# Ours.\noptions: [', ...lines, '] # end\nlabel: "L"\n'];
  return ['# Ours.\noptions: # all\n', ...lines, 'label: "L"\n'];
}

const textOf = (values: readonly string[], form: Form): string => {
  const [head, ...rest] = written(values, form);
  const isInline = form === 'brackets' || values.length === 0;
  return head + rest.slice(0, -1).join(isInline ? ', ' : '') + rest.at(-1);
};

const commentsOf = (text: string) => text.match(/#.*/g);

it('takes all of them in one pull, in their order, and keeps all comments', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(VALUES, { minLength: 1 }).chain((live) =>
        fc.record({
          live: fc.constant(live),
          declared: fc.subarray(live),
          form: fc.constantFrom<Form>('one line each', 'lines', 'brackets'),
        }),
      ),
      ({ live, declared, form }) => {
        const text = textOf(declared, form);
        const was = declared.map(optionOf);
        const merged = mergeOptionLists(
          {
            ...{ field: 'options', declared: was, live: live.map(optionOf), applied: was },
            ...{ moved: 'undecided', list: OPTION_LIST, isPlanned: false },
          },
          { at: ['options'], written: was, retire: [], additions: true, list: OPTION_LIST },
        );
        expect(merged).toMatchObject({ conflicts: [], pending: false });
        const edited = editYaml(
          text,
          merged.edits.map(({ edit }) => edit),
          () => [],
        );
        expect(edited.refused).toEqual([]);
        const { value, findings } = parseText({ path: 'a.yaml', text: edited.text });
        expect(findings).toEqual([]);
        expect(mapping(value)).toEqual({ options: live.map(optionOf), label: 'L' });
        expect(commentsOf(edited.text)).toEqual(commentsOf(text));
      },
    ),
    { numRuns: 300 },
  );
});
