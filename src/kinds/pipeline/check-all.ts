/** Conflicts between declared pipelines: ids and labels that the service takes once only (interface 11.9). */

import type { Finding } from '../../model/finding.ts';
import type { DesiredOf } from '../../model/kind.ts';
import { repeatedFindings, type Sharing } from '../repeated.ts';
import type { PipelineSpec } from './spec.ts';

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
