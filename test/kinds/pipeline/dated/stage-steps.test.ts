import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StageSteps, stepsBetween } from '../../../../src/kinds/pipeline/dated/stage-steps.ts';
import type { Option } from '../../../../src/model/option.ts';

const stage = (value: string, displayOrder: number, more: Partial<Option> = {}): Option => ({
  ...{ value, label: value.toUpperCase(), displayOrder, probability: 0.5 },
  ...more,
});
const planned = ({ displayOrder: _, ...option }: Option): Option => option;
const stepsOf = (result: StageSteps) => {
  if ('stuck' in result) throw new Error(result.stuck);
  return result.steps;
};
const names = (live: readonly Option[], after: readonly Option[], objectType = 'deals') =>
  stepsOf(stepsBetween(objectType, live, after)).map(({ step }) => `${step.step} ${step.stage.value}`);

const abcd = ['a', 'b', 'c', 'd'].map((value, index) => stage(value, index));
const inOrder = (order: string) => [...order].map((value) => planned(stage(value, 0)));

describe('a reordered pipeline', () => {
  it.each([
    ['moves one stage to the end with one call', 'bcda', ['update a']],
    [
      'moves the stages behind a stage that goes to the front, as no number is free before it',
      'dabc',
      ['update a', 'update b', 'update c'],
    ],
    ['is left alone when its order is as planned', 'abcd', []],
  ])('%s', (_, order, steps) => {
    expect(names(abcd, inOrder(order))).toEqual(steps);
  });

  it('uses a gap between two numbers', () => {
    const gaps = [stage('a', 0), stage('b', 10), stage('c', 20)];
    const [move] = stepsOf(stepsBetween('deals', gaps, inOrder('acb').slice(0, 3)));
    expect(move?.step).toMatchObject({ step: 'update', number: 21, stage: { value: 'b' } });
    const [other] = stepsOf(stepsBetween('deals', gaps, inOrder('cab')));
    expect(other?.step.stage.value).toBe('a');
    const front = [stage('a', 5), stage('b', 6)];
    expect(stepsOf(stepsBetween('deals', front, inOrder('ba')))[0]?.step).toMatchObject({ number: 7 });
  });
});

describe('the order of the steps', () => {
  it('adds the new closed ticket stage before it deletes the old stage', () => {
    const ticket = (value: string, ticketState: string, displayOrder = 0): Option => ({
      ...{ value, label: value, displayOrder, ticketState },
    });
    const live = [ticket('new', 'OPEN'), ticket('done', 'CLOSED', 1)];
    const after = [ticket('new', 'OPEN'), ticket('solved', 'CLOSED')].map(planned);
    expect(names(live, after, 'tickets')).toEqual(['create solved', 'delete done']);
    const reopened = [{ ...ticket('done', 'OPEN') }, ticket('new', 'CLOSED')].map(planned);
    expect(names(live, reopened, 'tickets')[0]).toBe('update new');
  });

  it('frees a label before another stage takes it', () => {
    const live = [stage('a', 0, { label: 'X' }), stage('b', 1, { label: 'Y' })];
    const after = [stage('a', 0, { label: 'y ' }), stage('b', 1, { label: 'Z' })].map(planned);
    expect(names(live, after)).toEqual(['update b', 'update a']);
    const replaced = [stage('b', 1, { label: 'Y' }), stage('c', 0, { label: 'x' })].map(planned);
    expect(names(live, replaced)).toEqual(['delete a', 'create c']);
  });

  it('is impossible when two stages exchange their labels', () => {
    const live = [stage('a', 0, { label: 'X' }), stage('b', 1, { label: 'Y' })];
    const after = [stage('a', 0, { label: 'Y' }), stage('b', 1, { label: 'X' })].map(planned);
    expect(stepsBetween('deals', live, after)).toEqual({
      stuck: expect.stringContaining('"a" and "b" would have the label "Y"'),
    });
  });

  it('deletes a stage first when the pipeline is full', () => {
    const live = Array.from({ length: 30 }, (_, index) => planned(stage(`s${index}`, index, { label: `S ${index}` })));
    const numbered = live.map((one, displayOrder) => ({ ...one, displayOrder }));
    const after = [...live.slice(1), planned(stage('new', 0))];
    expect(names(numbered, after, 'leads')).toEqual(['delete s0', 'create new']);
  });
});

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const anyLive = fc
  .record({
    values: fc.shuffledSubarray(ids, { minLength: 1 }),
    numbers: fc.uniqueArray(fc.nat(12), { minLength: 6, maxLength: 6 }),
  })
  .map(({ values, numbers }) =>
    values
      .map((value, index) => stage(value, numbers[index] ?? 0))
      .toSorted((one, other) => (one.displayOrder ?? 0) - (other.displayOrder ?? 0)),
  );
const anyAfter = fc
  .shuffledSubarray(ids, { minLength: 1 })
  .chain((values) =>
    fc.tuple(
      ...values.map((value) =>
        fc.constantFrom(0, 0.5, 1).map((probability) => planned(stage(value, 0, { probability }))),
      ),
    ),
  );

/** Plays the steps as the service does. A free number changes only its stage, a used number fails the test. */
function played(live: readonly Option[], result: StageSteps): readonly Option[] {
  return stepsOf(result).reduce<readonly Option[]>((list, { step, left }) => {
    const others = list.filter(({ value }) => value !== step.stage.value);
    const old = list.find(({ value }) => value === step.stage.value);
    if (step.step === 'delete') return expectSame(others, left);
    if (step.number !== undefined) expect(list.map(({ displayOrder }) => displayOrder)).not.toContain(step.number);
    const displayOrder = step.number ?? old?.displayOrder ?? -1;
    const after = [...others, { ...step.stage, displayOrder }];
    return expectSame(
      after.toSorted((one, other) => (one.displayOrder ?? 0) - (other.displayOrder ?? 0)),
      left,
    );
  }, live);
}

function expectSame(list: readonly Option[], left: readonly Option[]): readonly Option[] {
  expect(left).toEqual(list);
  return list;
}

/** The most stages that any choice of free numbers can leave where they are. */
function mostStaying(live: readonly Option[], after: readonly Option[]): number {
  const used = live.map(({ displayOrder = 0 }) => displayOrder);
  const places = after.map(({ value }) => live.find((one) => one.value === value)?.displayOrder);
  const choices = Array.from({ length: 2 ** after.length }, (_, bits) => places.map((_, at) => (bits >> at) % 2 === 1));
  return Math.max(
    ...choices.map((stays) => {
      let last = -1;
      for (const [at, isStaying] of stays.entries()) {
        const place = places[at];
        if (isStaying) {
          if (place === undefined || place <= last) return -1;
          last = place;
        } else {
          do last += 1;
          while (used.includes(last));
        }
      }
      return stays.filter(Boolean).length;
    }),
  );
}

describe('any change of stages', () => {
  it('ends with the planned stages in the planned order, and never writes a taken number', () => {
    fc.assert(
      fc.property(anyLive, anyAfter, (live, after) => {
        expect(played(live, stepsBetween('deals', live, after)).map(planned)).toEqual(after);
      }),
    );
  });

  it('moves as few stages as free numbers allow', () => {
    fc.assert(
      fc.property(anyLive, anyAfter, (live, after) => {
        const written = stepsOf(stepsBetween('deals', live, after)).filter(
          ({ step }) => step.step !== 'delete' && step.number !== undefined,
        );
        expect(written).toHaveLength(after.length - mostStaying(live, after));
      }),
    );
  });
});
