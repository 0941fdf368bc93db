/** Conflicts between declared pipelines: ids and labels that the service takes once only (interface 11.9). */

import type { Finding } from '../../model/finding.ts';
import type { DesiredOf } from '../../model/kind.ts';
import { compareNatural } from '../../model/natural.ts';
import type { PipelineSpec } from './spec.ts';

type Pipeline = DesiredOf<PipelineSpec>;

export function checkAll(declared: readonly Pipeline[]): readonly Finding[] {
  return [
    ...repeated(declared, ({ spec: { objectType, label } }) => ({
      keys: [JSON.stringify([objectType, label.trim().toLowerCase()])],
      what: () => `the label ${JSON.stringify(label)}, ignoring case`,
    })),
    ...repeated(declared, ({ spec: { objectType, id } }) => ({
      keys: [JSON.stringify([SHARED_IDS.has(objectType) ? 'deals and tickets' : objectType, id.toLowerCase()])],
      what: () => `the id ${JSON.stringify(id)}, ignoring case`,
    })),
    ...repeated(declared, ({ spec: { objectType, stages } }) => ({
      keys: stages.map(({ value }) => JSON.stringify([objectType, value.toLowerCase()])),
      what: (index) => `a stage with the id ${JSON.stringify(stages[index]?.value)}, ignoring case`,
    })),
  ];
}

const SHARED_IDS: ReadonlySet<string> = new Set(['deals', 'tickets']);

function byPlace({ provenance: one }: Pipeline, { provenance: other }: Pipeline): number {
  return compareNatural(one.file, other.file) || one.line - other.line;
}

interface Unique {
  readonly keys: readonly string[];
  /** Names the key at this position. */
  what(index: number): string;
}

function repeated(declared: readonly Pipeline[], uniqueIn: (pipeline: Pipeline) => Unique): readonly Finding[] {
  const first = new Map<string, Pipeline>();
  // The finding belongs to the pipeline that comes later in the files.
  return declared.toSorted(byPlace).flatMap((pipeline) => {
    const { keys, what } = uniqueIn(pipeline);
    return keys.flatMap((key, index): readonly Finding[] => {
      const other = first.get(key);
      if (other === undefined) first.set(key, pipeline);
      if (other === undefined || other.address === pipeline.address) return [];
      return [
        {
          code: 'pipeline-conflict',
          severity: 'error',
          message: `${pipeline.address} and ${other.address} both have ${what(index)}.`,
          hint: 'Change one of them: the service refuses the second.',
          address: pipeline.address,
          provenance: pipeline.provenance,
          related: other.provenance,
        },
      ];
    });
  });
}
