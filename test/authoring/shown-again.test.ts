/** An option that the files retire and the account shows again is a conflict: the files did not change. */

import { expect, test } from 'vitest';
import { mergeOptionLists } from '../../src/authoring/merge.ts';
import { OPTION_LIST } from '../../src/kinds/options.ts';

const gold = { value: 'gold', label: 'Gold' };
const silver = { value: 'silver', label: 'Silver', hidden: true };
const SHOWN = { ...silver, hidden: false };

const merged = (live: object, applied: object, stage: 'hide' | 'remove' = 'hide') =>
  mergeOptionLists(
    {
      ...{ field: 'options', declared: [gold], live: [gold, { ...live }], applied: [gold, { ...applied }] },
      ...{ moved: 'undecided', list: OPTION_LIST, isPlanned: true },
    },
    { at: ['options'], written: [gold], retire: [{ value: 'silver', stage }], additions: false, list: OPTION_LIST },
  );

test('a hidden option that is shown again is a conflict', () => {
  expect(merged(SHOWN, silver)).toEqual({
    edits: [],
    pending: false,
    conflicts: [
      {
        field: 'options',
        declared: { value: 'silver', hidden: true },
        live: { value: 'silver', hidden: false },
        reason: expect.stringMatching(/^The account shows it again/),
      },
    ],
  });
});

test('an option hidden as applied is not pending', () => {
  expect(merged(silver, silver)).toEqual({ edits: [], conflicts: [], pending: false });
});

test('an option that the file newly retires or removes is pending', () => {
  expect(merged(SHOWN, SHOWN)).toMatchObject({ conflicts: [], pending: true });
  expect(merged(silver, silver, 'remove')).toMatchObject({ conflicts: [], pending: true });
});
