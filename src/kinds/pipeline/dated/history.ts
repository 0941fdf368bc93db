/** The last change of a pipeline or of one of its stages (interface 11.9). */

import type { ReadCall } from '../../../contract/calls.ts';
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
    last(replies) {
      const entries = replies.flatMap((reply) => PipelineAudit().parse(reply).results);
      const timed = entries.flatMap(({ timestamp, fromUserId }) => {
        const changedAt = isoTime(timestamp);
        return changedAt === undefined ? [] : [{ changedAt, by: fromUserId }];
      });
      const [newest] = timed.toSorted((a, b) => Date.parse(b.changedAt) - Date.parse(a.changedAt));
      if (newest === undefined) return {};
      const { changedAt, by } = newest;
      return { changedAt, ...(by == null ? {} : { changedBy: String(by) }) };
    },
  };
}
