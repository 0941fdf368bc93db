/** The spec of a pipeline: its place in the YAML, its identity, and its stages (interface 11.9). */

import { z } from 'zod';
import { HELD_NAME } from '../../contract/names.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import { createParser } from '../../contract/parse-with.ts';
import { STAGE_STATES } from '../../contract/pipelines.ts';
import { type Address, formatAddress } from '../../model/address.ts';
import type { FieldHint, OptionList } from '../../model/field-rule.ts';
import type { Fields } from '../../model/json.ts';
import type { Level } from '../../model/kind.ts';
import type { Option } from '../../model/option.ts';
import { ObjectType, objectLevel } from '../object-levels.ts';

/** The generator of the configuration reference reads this value. */
const surface = 'dated';

const PipelineId = z
  .string()
  .regex(HELD_NAME, { error: 'expected an id of at most 36 characters' })
  .register(z.globalRegistry, {
    description: 'At most 36 characters of your choice, or the id of an existing pipeline. It never changes.',
    examples: ['renewals'],
  });

const state = (of: string) =>
  z
    .enum(STAGE_STATES)
    .register(z.globalRegistry, { enumDescriptions: ['Work goes on.', 'Work has ended.'] })
    .exactOptional()
    .register(z.globalRegistry, {
      description: `For stages of ${of}. A new stage is OPEN.`,
      examples: ['CLOSED'],
      surface,
    });

const DeclaredStage = z.strictObject({
  id: z
    .string()
    .regex(HELD_NAME, { error: 'expected an id of at most 100 characters' })
    .register(z.globalRegistry, {
      description: 'At most 100 characters of your choice, or the id of an existing stage. It never changes.',
      examples: ['renewals_open'],
      surface,
    }),
  label: z.string().register(z.globalRegistry, {
    description: 'Label shown to users; unique in the pipeline, ignoring case.',
    examples: ['Open'],
    surface,
  }),
  probability: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Probability to win. Required for stages of deals. At 0 and 1 the deals in the stage are closed.',
      examples: [0.2],
      surface,
    }),
  ticketState: state('tickets'),
  state: state('custom objects'),
});

const owned = {
  label: z.string().register(z.globalRegistry, {
    description: 'Label shown to users; unique in the object type, ignoring case.',
    examples: ['Renewals'],
    surface,
  }),
  displayOrder: z
    .int()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Position among the pipelines, from 0. A new pipeline gets 0.',
      examples: [1],
      surface,
    }),
  stages: z.array(DeclaredStage).min(1, { error: 'expected at least one stage' }).register(z.globalRegistry, {
    description: 'Stages, in the order of the account. Stages that other users added stay.',
    surface,
  }),
};

export const levels: readonly Level[] = [
  objectLevel,
  {
    key: 'pipelines',
    each: 'entry',
    capture: { as: 'id', schema: PipelineId },
    fields: owned,
    about: 'Pipelines by id. Only on the dated surface.',
  },
];

/** Stages of a pipeline. The service deletes a stage only when no record is in it. */
export const STAGE_LIST: OptionList = {
  noun: 'stage',
  key: 'id',
  order: 'sequence',
  unset: {},
  removal: 'stage-removal',
  loss: 'is final, and deletes what is set for it in the account, such as automation',
  lost: 'settings such as automation',
};

/** Comparison of the fields, on each surface. */
export const FIELD_HINTS: Readonly<Record<string, FieldHint>> = {
  label: { compare: 'exact' },
  displayOrder: { compare: 'exact' },
  stages: { compare: 'options', list: STAGE_LIST },
};

const identity = { objectType: ObjectType, id: PipelineId };
const Stage = DeclaredStage.omit({ id: true }).extend({ value: DeclaredStage.shape.id });
const Spec = z.object({ ...identity, ...owned, stages: z.array(Stage) });
const specFrom = createParser(Spec);
export type PipelineSpec = Readonly<z.infer<typeof Spec>>;

/** In a spec, the id of a stage is its `value`, as the value of an option. A spec gives the same spec again. */
export function buildSpec({ stages, ...captured }: Fields): PipelineSpec {
  const entries = Array.isArray(stages) ? stages.map(asEntry) : stages;
  const spec = specFrom({ ...captured, stages: entries });
  return { ...spec, objectType: canonicalObjectType(spec.objectType) };
}

/** Returns a stage of a file as the spec has it. */
export function asEntry(stage: unknown): unknown {
  if (typeof stage !== 'object' || stage === null || !('id' in stage)) return stage;
  const { id: value, ...members } = stage;
  return { value, ...members };
}

/** Returns the stages in the fields of a pipeline. */
export function listStages({ stages }: Fields): readonly Option[] {
  return Array.isArray(stages) ? (stages as readonly Option[]) : [];
}

/** Returns stages as a file has them. */
export function declaredStages(stages: readonly Option[]): readonly Fields[] {
  return stages.map(({ value: id, displayOrder: _, ...members }) => ({ id, ...members }));
}

export function addressOfPipeline({ objectType, id }: Pick<PipelineSpec, 'objectType' | 'id'>): Address {
  return formatAddress('pipeline', objectType, id);
}
