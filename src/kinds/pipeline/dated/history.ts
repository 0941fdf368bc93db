/** The last change of a pipeline or of one of its stages (interface 11.9). */

import type { ReadCall } from '../../../contract/calls.ts';
import { defined } from '../../../contract/defined.ts';
import { PipelineAudit } from '../../../contract/pipelines.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { History } from '../../../model/kind-reader.ts';
import { isoTime } from '../../../model/moment.ts';
import { listStages } from '../spec.ts';
import { buildParams } from './params.ts';

/** Stages whose changes are looked up. */
const MOST_STAGES = 5;

export function createHistory(names: AccountNames): History {
  return {
    reads({ address, fields }, changed) {
      const params = buildParams(names, address);
      const live = new Set(listStages(fields).map(({ value }) => value));
      const stages = changed.flatMap(({ options = [] }) =>
        options.map(({ value }) => value).filter((id) => live.has(id)),
      );
      return [
        { endpoint: 'readPipelineAudit', params },
        ...stages
          .slice(0, MOST_STAGES)
          .map((stageId): ReadCall => ({ endpoint: 'readStageAudit', params: { ...params, stageId } })),
      ];
    },
    last(replies, since) {
      const entries = replies.flatMap((reply) => PipelineAudit().parse(reply).results);
      const timed = entries.map((entry) => ({ at: isoTime(entry.timestamp), by: entry.fromUserId }));
      const later = timed.filter(({ at }) => at !== undefined && Date.parse(at) > Date.parse(since));
      const [newest] = later.toSorted((a, b) => Date.parse(b.at ?? '') - Date.parse(a.at ?? ''));
      return newest === undefined
        ? {}
        : defined({ changedAt: newest.at, changedBy: newest.by == null ? undefined : String(newest.by) });
    },
  };
}
