/** Reads and checks fault rules, in their text form too. */

import { z } from 'zod';
import { BATCH_STATUSES } from '../../contract/batches.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import { UsageError } from '../../errors.ts';
import { misplaced } from './qualifiers.ts';
import { FAULT_ACTIONS, FAULT_POLICIES, type FaultRule } from './rule.ts';

/** Reads the text form, `do=drop-after,endpoint=createSubscription,nth=2`. Throws UsageError that names every problem. */
export function parseFault(text: string): FaultRule {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => [part.split('=', 1).join(''), part.includes('=') ? part.slice(part.indexOf('=') + 1) : ''] as const);
  const names = pairs.map(([name]) => name);
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
  const given = Object.fromEntries(pairs.map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]));
  return checkedRule(
    given,
    twice.map((name) => `${name} appears twice`),
    text,
  );
}

const whole = z.int({ error: 'must be a whole number' });
const fromOne = whole.min(1, { error: 'must be at least 1' });

const RuleSchema = z.strictObject({
  do: z.enum(FAULT_ACTIONS, { error: `must be one of ${FAULT_ACTIONS.join(', ')}` }),
  endpoint: z.custom<EndpointId>(isEndpoint, { error: `must be one of ${ENDPOINT_IDS.join(', ')}` }).optional(),
  nth: fromOne.optional(),
  times: z.union([z.literal('always'), whole.min(1)], { error: 'must be a whole number from 1, or always' }).optional(),
  status: whole
    .min(200, { error: 'must be from 200 to 599' })
    .max(599, { error: 'must be from 200 to 599' })
    .optional(),
  ms: whole.min(0, { error: 'must be at least 0' }).optional(),
  retryAfter: whole.min(0, { error: 'must be at least 0' }).optional(),
  state: z.enum(BATCH_STATUSES, { error: `must be one of ${BATCH_STATUSES.join(', ')}` }).optional(),
  input: fromOne.optional(),
  member: z.string({ error: 'must be the name of a member' }).min(1).optional(),
  policy: z.enum(FAULT_POLICIES, { error: `must be one of ${FAULT_POLICIES.join(', ')}` }).optional(),
});

/** Throws UsageError that names every problem of the rule. */
export function checkedRule(given: object, more: readonly string[] = [], text = JSON.stringify(given)): FaultRule {
  const result = RuleSchema.safeParse(given);
  const problems = result.success
    ? misplaced(result.data)
    : result.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => `${key === '' ? 'an empty name' : key} is not a member of a fault rule`)
          : [`${issue.path.join('.')} ${issue.message}`],
      );
  const all = [...problems, ...more];
  if (result.success && all.length === 0) return result.data;
  throw new UsageError('fault-invalid', `Invalid fault rule ${text}: ${all.join('; ')}.`, {
    hint: 'A rule has the form do=ACTION[,endpoint=ID][,nth=N][,times=N|always][,status=N][,ms=N][,retryAfter=N][,policy=POLICY][,state=STATE][,input=N][,member=NAME].',
  });
}

function isEndpoint(value: unknown): boolean {
  return ENDPOINT_IDS.some((id) => id === value);
}
