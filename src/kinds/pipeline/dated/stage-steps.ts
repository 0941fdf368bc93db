/**
 * The steps that lead from the live stages of a pipeline to the planned ones, in an order in which the service accepts each of them
 * (interface 11.9).
 */

import { mostStages } from '../../../contract/pipelines.ts';
import { stayingPositions } from '../../../model/lists.ts';
import type { Option } from '../../../model/option.ts';

/** A call about one stage. `number` is a displayOrder that no stage of the pipeline uses. */
export type StageStep =
  | { readonly step: 'create'; readonly stage: Option; readonly number: number }
  | { readonly step: 'update'; readonly stage: Option; readonly changed: readonly Member[]; readonly number?: number }
  | { readonly step: 'delete'; readonly stage: Option };

const MEMBERS = ['label', 'probability', 'ticketState', 'state'] as const;
export type Member = (typeof MEMBERS)[number];

export interface Stepped {
  readonly step: StageStep;
  /** Stages after the step, in their order, with their numbers. */
  readonly left: readonly Option[];
}

/** Steps in order, or the reason why the service refuses each order. */
export type StageSteps = { readonly steps: readonly Stepped[] } | { readonly stuck: string };

/** `after` is the planned list in its order. `live` is in display order, with numbers. */
export function stepsBetween(objectType: string, live: readonly Option[], after: readonly Option[]): StageSteps {
  const before = new Map(live.map((stage) => [stage.value, stage] as const));
  const numbers = chooseNumbers(after, live);
  const planned = new Set(after.map(({ value }) => value));
  const creates = after.flatMap((stage): readonly StageStep[] =>
    before.has(stage.value) ? [] : [{ step: 'create', stage, number: numbers.get(stage.value) ?? 0 }],
  );
  const updates = after.flatMap((stage): readonly StageStep[] => {
    const old = before.get(stage.value);
    const changed = old === undefined ? [] : MEMBERS.filter((member) => stage[member] !== old[member]);
    const number = numbers.get(stage.value);
    if (old === undefined || (changed.length === 0 && number === undefined)) return [];
    return [{ step: 'update', stage, changed, ...(number === undefined ? {} : { number }) }];
  });
  const deletes = live
    .filter(({ value }) => !planned.has(value))
    .map((stage): StageStep => ({ step: 'delete', stage }));
  return inAcceptedOrder(objectType, live, [...creates, ...updates, ...deletes]);
}

/** Takes the first step that the service accepts next, until none is left. */
function inAcceptedOrder(objectType: string, live: readonly Option[], steps: readonly StageStep[]): StageSteps {
  const waiting = [...steps];
  const done: Stepped[] = [];
  let list = live;
  while (waiting.length > 0) {
    const tried = waiting.map((step) => ({ step, left: stagesAfter(list, step) }));
    const next = tried.findIndex(({ left }) => findFault(objectType, left) === undefined);
    const taken = tried[next];
    if (taken === undefined) return { stuck: findFault(objectType, tried[0]?.left ?? []) ?? '' };
    done.push(taken);
    list = taken.left;
    waiting.splice(next, 1);
  }
  return { steps: done };
}

function stagesAfter(list: readonly Option[], step: StageStep): readonly Option[] {
  const others = list.filter(({ value }) => value !== step.stage.value);
  if (step.step === 'delete') return others;
  const old = list.find(({ value }) => value === step.stage.value);
  const displayOrder = step.number ?? old?.displayOrder ?? 0;
  return [...others, { ...step.stage, displayOrder }].toSorted((a, b) => (a.displayOrder ?? 0) - (b.displayOrder ?? 0));
}

/** Returns why the service refuses this list. */
function findFault(objectType: string, stages: readonly Option[]): string | undefined {
  const labels = new Map<string, Option>();
  for (const stage of stages) {
    const key = stage.label.trim().toLowerCase();
    const other = labels.get(key);
    labels.set(key, stage);
    if (other === undefined) continue;
    const ids = [other, stage].map(({ value }) => JSON.stringify(value)).join(' and ');
    return `The stages ${ids} would have the label ${JSON.stringify(stage.label)} at the same time. Apply another label to one of them first.`;
  }
  if (objectType === 'tickets' && !stages.some(({ ticketState }) => ticketState === 'CLOSED'))
    return 'A ticket pipeline must keep a stage with ticketState CLOSED.';
  if (stages.length === 0) return 'A pipeline must keep a stage.';
  const most = mostStages(objectType);
  return stages.length > most ? `A pipeline of ${objectType} has at most ${most} stages.` : undefined;
}

/**
 * Returns the numbers of the stages that are new or move, the fewest possible. Only free numbers are written: a taken number makes the
 * service renumber the whole pipeline (assumption A82).
 */
function chooseNumbers(after: readonly Option[], live: readonly Option[]): ReadonlyMap<string, number> {
  const numberOf = new Map(live.map(({ value, displayOrder = 0 }) => [value, displayOrder] as const));
  const used = new Set(numberOf.values());
  const freeBetween = (low: number, high: number): number =>
    high - low - 1 - [...used].filter((number) => number > low && number < high).length;
  const staying = stayingPositions(
    after.map(({ value }) => numberOf.get(value)),
    (before = -1, next, between) => freeBetween(before, next) >= between,
  );
  const numbers = new Map<string, number>();
  let last = -1;
  for (const [index, { value }] of after.entries()) {
    if (staying.has(index)) {
      last = numberOf.get(value) ?? last;
      continue;
    }
    do last += 1;
    while (used.has(last));
    numbers.set(value, last);
  }
  return numbers;
}
