/** Pipelines on the documented surface, which has no call for them: each change is blocked (interface 11.9). */

import type { KindSide, KindWriter, SpecIssue, Unsupported } from '../../../model/kind.ts';
import { fieldRules } from '../../field-rules.ts';
import { FIELD_HINTS } from '../fields.ts';
import type { PipelineSpec } from '../spec.ts';

const NO_CALLS: Unsupported = {
  unsupported: true,
  reason: 'The documented surface has no calls for pipelines.',
  section: '11.9',
  elsewhere: 'dated',
};

const writer: KindWriter<PipelineSpec> = {
  update: NO_CALLS,
  remove: NO_CALLS,
  write: (changes) => ({
    calls: [],
    blocked: changes.map(({ address }) => ({
      address,
      because: 'no-endpoint',
      reason: NO_CALLS.reason,
      section: NO_CALLS.section,
    })),
  }),
  names: () => [],
  settle: () => [],
};

export const documented: KindSide<PipelineSpec> = {
  section: '11.9',
  fields: fieldRules(FIELD_HINTS, { bodies: [], identity: [] }),
  check: lackingIssue,
  checkGiven: lackingIssue,
  reader: NO_CALLS,
  writer,
};

function lackingIssue(): readonly SpecIssue[] {
  return [
    {
      code: 'surface-lacks-kind',
      severity: 'error',
      path: [],
      message: NO_CALLS.reason,
      hint: 'Set surface: dated for this account, or omit the pipeline in it.',
    },
  ];
}
