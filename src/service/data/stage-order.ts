/** Numbers of the stages of a pipeline: no two stages share one (interface 11.9). */

import type { StoredStage } from '../model/pipeline.ts';
import { Refusal } from '../model/refusal.ts';

type Stages = readonly StoredStage[];

/**
 * Returns the stages with this stage at its number. If another stage has the number, this stage comes right behind it, and the whole
 * pipeline is numbered from 0. Otherwise no other stage changes.
 */
export function withStage(stages: Stages, stage: StoredStage): Stages {
  const all = stages.some(({ id }) => id === stage.id)
    ? stages.map((held) => (held.id === stage.id ? stage : held))
    : [...stages, stage];
  const others = all.filter((held) => held !== stage);
  const holder = others.find(({ displayOrder }) => displayOrder === stage.displayOrder);
  if (holder === undefined) return all;
  return numbered(
    all,
    inOrder(others).flatMap((held) => (held === holder ? [held, stage] : [held])),
  );
}

/** Returns the stages of one request. If two stages share a number, all are numbered from 0, and the later stage of the request comes first. */
export function withoutTies(stages: Stages): Stages {
  const numbers = new Set(stages.map(({ displayOrder }) => displayOrder));
  return numbers.size === stages.length ? stages : numbered(stages, inOrder(stages.toReversed()));
}

export function inOrder(stages: Stages): Stages {
  return stages.toSorted((left, right) => left.displayOrder - right.displayOrder);
}

/** Throws a 400 for a number below 0. */
export function checkOrder(displayOrder: number | undefined): void {
  if (displayOrder === undefined || displayOrder >= 0) return;
  throw new Refusal(400, { message: `The displayOrder ${displayOrder} is below 0.` });
}

function numbered(stages: Stages, sequence: Stages): Stages {
  return stages.map((stage) => ({ ...stage, displayOrder: sequence.indexOf(stage) }));
}
