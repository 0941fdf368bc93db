/** Tests the ledger for known results of a call and known edits of a colleague. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideOvertaken } from '../../../src/engine/observe/overtaken.ts';
import { standing } from '../../../src/engine/observe/standing.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { Option } from '../../../src/model/option.ts';
import { anIntention, aRecord, TIER } from '../../ledger/entries.ts';
import { aKind } from '../a-kind.ts';
import { seen } from '../planning.ts';

const FIELDS = ['label', 'note', 'type'] as const;
const VALUES = ['a', 'b', 'c'] as const;

/** Value by field and label by option. Undefined if absent. */
type State = Readonly<Record<string, string | undefined>>;

const stateOf = (text: fc.Arbitrary<string>, absent: fc.Arbitrary<string | undefined>): fc.Arbitrary<State> =>
  fc.record({
    ...Object.fromEntries(FIELDS.map((field) => [field, text])),
    ...Object.fromEntries(VALUES.map((value) => [value, absent])),
  });

const optionsIn = (state: State): readonly Option[] =>
  VALUES.flatMap((value) => (state[value] === undefined ? [] : [{ value, label: state[value] }]));

const fieldsIn = (state: State): Fields => ({
  ...Object.fromEntries(FIELDS.map((field) => [field, state[field] ?? ''])),
  options: optionsIn(state).map(({ value, label }) => ({ value, label })),
});

const stateIn = ({ options = [], ...texts }: Fields): State => ({
  ...(texts as State),
  ...Object.fromEntries((options as unknown as readonly Option[]).map(({ value, label }) => [value, label])),
});

const scenes = fc.record({
  before: stateOf(fc.constantFrom('old', 'older'), fc.constantFrom('old', undefined)),
  sent: stateOf(fc.constantFrom('old', 'older', 'new', 'newer'), fc.constantFrom('old', 'new', undefined)),
  edits: fc.dictionary(fc.constantFrom(...FIELDS, ...VALUES), fc.constantFrom('theirs', 'back', 'gone')),
  tookEffect: fc.boolean(),
  /** The call sends the whole definition, as the second of two calls does. */
  whole: fc.boolean(),
});
type Scene = typeof scenes extends fc.Arbitrary<infer T> ? T : never;

function told({ before, sent, edits, tookEffect, whole }: Scene) {
  const [was, planned] = [fieldsIn(before), fieldsIn(sent)];
  const own = Object.keys(was).filter(
    (field) => whole || JSON.stringify(was[field]) !== JSON.stringify(planned[field]),
  );
  const now: Record<string, string | undefined> = { ...(tookEffect ? sent : before) };
  for (const [key, edit] of Object.entries(edits)) {
    if (edit === 'theirs') now[key] = 'theirs';
    if (edit === 'back') now[key] = before[key];
    if (edit === 'gone' && !FIELDS.some((field) => field === key)) now[key] = undefined;
  }
  const intention = anIntention('i1', {
    before: { [TIER]: Object.fromEntries(own.map((field) => [field, was[field] ?? null])) },
    expects: { [TIER]: planned },
    records: { [TIER]: aRecord(TIER, { fields: planned }) },
  });
  const found = new Map([[TIER, seen(TIER, fieldsIn(now))]]);
  const known = aRecord(TIER, { fields: was });
  const run = { kindOf: () => aKind() };
  const as = standing(run, intention, TIER, found);
  const left = as === 'neither' ? decideOvertaken(run, intention, TIER, { found, known }) : undefined;
  const fields = as === 'as-planned' ? planned : (left?.record.fields ?? was);
  return { now, recorded: stateIn(fields), claimed: as === 'as-planned' || left?.tookEffect === true };
}

describe('in any outcome of the call and after any edit of a colleague', () => {
  it('drift names only edited fields, and an unsent call never counts as done', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { now, recorded, claimed } = told(scene);
        const accused = Object.keys(recorded).filter(
          (key) => recorded[key] !== undefined && recorded[key] !== now[key],
        );
        for (const key of accused) expect(Object.keys(scene.edits)).toContain(key);
        if (claimed && !scene.tookEffect) expect(now).toEqual(scene.sent);
      }),
    );
  });

  it('the ledger never claims a value that a colleague wrote', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { now, recorded } = told(scene);
        for (const [key, value] of Object.entries(now)) {
          if (value !== 'theirs') continue;
          expect(recorded[key]).not.toBe('theirs');
          // Declared values are compared with the record. An option that the files do not declare stays.
          if (scene.sent[key] !== undefined) expect(recorded[key]).toBeDefined();
        }
      }),
    );
  });

  it('the ledger equals the state after the call if other users do nothing', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { now, recorded } = told({ ...scene, edits: {} });
        expect(fieldsIn(recorded)).toEqual(fieldsIn(now));
      }),
    );
  });
});
