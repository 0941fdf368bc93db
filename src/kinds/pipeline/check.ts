/** Checks of declared pipelines, one by one and together (interface 11.9). */

import { canonicalObjectType } from '../../contract/object-types.ts';
import {
  LONGEST_PIPELINE_ID,
  LONGEST_STAGE_ID,
  mostStages,
  pipelineAccess,
  stageMember,
} from '../../contract/pipelines.ts';
import type { Finding } from '../../model/finding.ts';
import type { DesiredOf, SpecIssue } from '../../model/kind.ts';
import { objectTypeIssues } from '../object-levels.ts';
import { listRepeats, repeatedFindings, type Sharing } from '../repeated.ts';
import { labelIssues } from '../text-issues.ts';
import { asEntry, type PipelineSpec } from './spec.ts';

type Stage = PipelineSpec['stages'][number];

/** Checks the fields of a spec or of a file. */
export function check(given: Partial<PipelineSpec>): readonly SpecIssue[] {
  const { objectType, id, label } = given;
  const stages = (given.stages ?? []).map(asEntry) as readonly Stage[];
  const type = objectType === undefined ? undefined : canonicalObjectType(objectType);
  return [
    ...objectTypeIssues(given, 'objectType'),
    ...(type === undefined || pipelineAccess(type) !== 'none' ? [] : [withoutPipelines(type)]),
    ...(id === undefined ? [] : lengthIssues(id, LONGEST_PIPELINE_ID, ['id'])),
    ...(label === undefined ? [] : labelIssues(label, ['label'])),
    ...stages.flatMap((stage, index) => [
      ...lengthIssues(stage.value, LONGEST_STAGE_ID, ['stages', index, 'id']),
      ...labelIssues(stage.label, ['stages', index, 'label']),
      ...(type === undefined ? [] : memberIssues(type, stage, index)),
    ]),
    ...repeatedIssues(stages, 'id', ({ value }) => value.toLowerCase()),
    ...repeatedIssues(stages, 'label', ({ label }) => label.trim().toLowerCase()),
    ...(type === undefined || stages.length === 0
      ? []
      : [...outcomeIssues(type, stages), ...countIssues(type, stages)]),
  ];
}

/** Ids and labels that the service takes once only. */
export function checkAll(declared: readonly DesiredOf<PipelineSpec>[]): readonly Finding[] {
  return [
    ...repeatedFindings(
      declared,
      ({ objectType, label }) => [JSON.stringify([objectType, label.trim().toLowerCase()])],
      (sharing) => conflict(sharing, `the label ${JSON.stringify(sharing.own.spec.label)}`),
    ),
    ...repeatedFindings(
      declared,
      ({ objectType, id }) => [
        JSON.stringify([SHARED_IDS.has(objectType) ? 'deals and tickets' : objectType, id.toLowerCase()]),
      ],
      (sharing) => conflict(sharing, `the id ${JSON.stringify(sharing.own.spec.id)}`),
    ),
    ...repeatedFindings(
      declared,
      ({ objectType, stages }) => stages.map(({ value }) => JSON.stringify([objectType, value.toLowerCase()])),
      (sharing) =>
        conflict(sharing, `a stage with the id ${JSON.stringify(sharing.own.spec.stages[sharing.index]?.value)}`),
    ),
  ];
}

const SHARED_IDS: ReadonlySet<string> = new Set(['deals', 'tickets']);

function conflict(
  { own, earlier }: Sharing<PipelineSpec>,
  what: string,
): Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> {
  return {
    code: 'pipeline-conflict',
    severity: 'error',
    message: `${own.address} and ${earlier.address} both have ${what}, ignoring case.`,
    hint: 'Change one of them: the service refuses the second.',
  };
}

function withoutPipelines(objectType: string): SpecIssue {
  return {
    code: 'object-without-pipelines',
    severity: 'error',
    path: [],
    message: `Records of ${objectType} have no pipelines.`,
    hint: 'Declare the pipeline for deals, tickets, leads, orders, appointments, courses, listings, services or a custom object.',
  };
}

/** The service answers a longer id with an internal error (assumption A78). */
function lengthIssues(id: string, most: number, path: SpecIssue['path']): readonly SpecIssue[] {
  if ([...id].length <= most) return [];
  return [
    {
      code: 'id-too-long',
      severity: 'error',
      path,
      message: `The id ${JSON.stringify(id)} has ${[...id].length} characters. The service accepts at most ${most}.`,
      hint: 'Shorten it. An id cannot be changed once the account has it.',
    },
  ];
}

/** Checks the member that defines the meaning of a stage. It depends on the object type (assumption A80). */
function memberIssues(objectType: string, stage: Stage, index: number): readonly SpecIssue[] {
  const own = stageMember(objectType);
  const superfluous = (['probability', 'ticketState', 'state'] as const).filter(
    (member) => member !== own && stage[member] !== undefined,
  );
  const hint = own === undefined ? 'Remove it.' : `Use ${own} instead.`;
  return [
    ...superfluous.map(
      (member): SpecIssue => ({
        code: 'stage-member',
        severity: 'error',
        path: ['stages', index, member],
        message: `A stage of ${objectType} has no ${member}.`,
        hint,
      }),
    ),
    ...(own === 'probability' && stage.probability === undefined
      ? [
          {
            code: 'stage-member',
            severity: 'error',
            path: ['stages', index],
            message: `The stage ${JSON.stringify(stage.value)} lacks a probability, which the service requires for deals.`,
            hint: 'Add probability: a number from 0 (lost) to 1 (won).',
          } as const,
        ]
      : []),
  ];
}

function repeatedIssues(
  stages: readonly Stage[],
  member: 'id' | 'label',
  keyOf: (stage: Stage) => string,
): readonly SpecIssue[] {
  return listRepeats(stages, keyOf).map(({ earlier, index }) => ({
    code: 'stage-repeated',
    severity: 'error',
    path: ['stages', index, member],
    message: `Stages ${earlier + 1} and ${index + 1} have the same ${member}, ignoring case.`,
    hint: `Give each stage of the pipeline its own ${member}.`,
  }));
}

/** A pipeline without a stage that ends the work never closes a record. Of tickets, the service refuses it. */
function outcomeIssues(objectType: string, stages: readonly Stage[]): readonly SpecIssue[] {
  if (objectType === 'tickets') {
    if (stages.some(({ ticketState }) => ticketState === 'CLOSED')) return [];
    const hint = 'Set ticketState: CLOSED on the stage that ends the work.';
    return [lackingStage('error', 'The service requires a stage with ticketState CLOSED, and no stage has it.', hint)];
  }
  // A missing probability has a separate issue.
  if (objectType !== 'deals' || stages.some(({ probability }) => probability === undefined)) return [];
  return (
    [
      [1, 'won'],
      [0, 'lost'],
    ] as const
  ).flatMap(([end, word]) =>
    stages.some(({ probability }) => probability === end)
      ? []
      : [
          lackingStage(
            'warning',
            `A stage with probability ${end} is missing, so no deal of the pipeline is ever ${word}.`,
            `Add a stage with probability: ${end}.`,
          ),
        ],
  );
}

function lackingStage(severity: SpecIssue['severity'], message: string, hint: string): SpecIssue {
  return { code: 'closing-stage-missing', severity, path: ['stages'], message, hint };
}

function countIssues(objectType: string, stages: readonly Stage[]): readonly SpecIssue[] {
  const most = mostStages(objectType);
  if (stages.length <= most) return [];
  return [
    {
      code: 'stages-too-many',
      severity: 'error',
      path: ['stages'],
      message: `The pipeline declares ${stages.length} stages. The service accepts at most ${most} for ${objectType}.`,
      hint: 'Remove stages, or divide the pipeline.',
    },
  ];
}
