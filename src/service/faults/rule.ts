/** Fault rules: their members, which of them go together, and their text form. */

import { z } from 'zod';
import { BATCH_STATUSES } from '../../contract/batches.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import { UsageError } from '../../errors.ts';

export const FAULT_ACTIONS = [
  'status',
  'status-after-commit',
  'drop-before',
  'drop-after',
  'half-reply',
  'html',
  'not-json',
  'latency',
  'read-lag',
  'expire-token',
  'batch',
  'batch-refuse',
  'batch-break',
  'ignore',
  'in-use',
  'duplicate',
  'stale-update',
] as const;
export type FaultAction = (typeof FAULT_ACTIONS)[number];

/** Rate limits that a refusal can be of. */
const FAULT_POLICIES = ['TEN_SECONDLY_ROLLING', 'SECONDLY', 'DAILY'] as const;

const whole = z.int({ error: 'must be a whole number' });
const fromZero = whole.min(0, { error: 'must be at least 0' });
const fromOne = whole.min(1, { error: 'must be at least 1' });
const statusRange = { error: 'must be from 200 to 599' };

function buildChoice<const T extends readonly string[]>(values: T) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/**
 * `status` answers `status` without acting, and `status-after-commit` after acting.
 * `drop-before` breaks the connection without acting, `drop-after` after acting, `half-reply` in the middle of the reply.
 * `html` answers a page of a proxy without acting. `not-json` answers a broken reply after acting.
 * `latency` waits `ms` first. `read-lag` shows properties, pipelines and the list of schemas as they were `ms` ago.
 * `expire-token` ends the token of the call.
 * `batch` answers in `state`. `batch-refuse` refuses the `input` of a batch. `batch-break` applies the inputs before `input`, and then breaks the connection or
 * answers `status`.
 * `ignore` updates everything but `member`. `in-use` refuses an archive.
 * `duplicate` accepts a second subscription like the first, and merges the create of an existing object type.
 * `stale-update` gives the omitted members of a schema their values before the last write.
 */
const RuleSchema = z.strictObject({
  do: buildChoice(FAULT_ACTIONS),
  /** Any endpoint if undefined. */
  endpoint: z
    .custom<EndpointId>((value) => ENDPOINT_IDS.some((id) => id === value), {
      error: `must be one of ${ENDPOINT_IDS.join(', ')}`,
    })
    .optional(),
  /** The first matching call that goes wrong, from 1, counted from when the rule was added. */
  nth: fromOne.optional(),
  /** Number of matching calls in a row that go wrong; 1 if undefined. */
  times: z.union([z.literal('always'), whole.min(1)], { error: 'must be a whole number from 1, or always' }).optional(),
  status: whole.min(200, statusRange).max(599, statusRange).optional(),
  ms: fromZero.optional(),
  /** Seconds, sent as Retry-After. */
  retryAfter: fromZero.optional(),
  /** For batch, which needs it. */
  state: buildChoice(BATCH_STATUSES).optional(),
  /** Place of an input in its batch, from 1. If batch-break names a place after the last input, all inputs are applied. */
  input: fromOne.optional(),
  /** For ignore, which needs it. */
  member: z.string({ error: 'must be the name of a member' }).min(1).optional(),
  /** Policy of a 429; TEN_SECONDLY_ROLLING if undefined. */
  policy: buildChoice(FAULT_POLICIES).optional(),
});

export type FaultRule = Readonly<z.output<typeof RuleSchema>>;

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

/** Returns the problems of a rule whose members are valid separately. */
function misplaced(rule: FaultRule): readonly string[] {
  const foreign = QUALIFIERS.filter((member) => rule[member] !== undefined && !TAKES[member].includes(rule.do)).map(
    (member) => `${member} is only valid with ${TAKES[member].join(', ')}`,
  );
  const { needs, endpoints } = ACTIONS[rule.do] ?? {};
  return [
    ...foreign,
    ...(needs === undefined || rule[needs[0]] !== undefined ? [] : [`${rule.do} requires ${needs[1]}`]),
    ...(endpoints === undefined || endpoints.some((endpoint) => endpoint === rule.endpoint)
      ? []
      : [`${rule.do} requires ${endpoints.map((endpoint) => `endpoint=${endpoint}`).join(' or ')}`]),
    ...(rule.policy === undefined || rule.status === 429 ? [] : ['policy is only valid with status=429']),
  ];
}

/** Members that only some actions take. */
const QUALIFIERS = ['status', 'ms', 'retryAfter', 'policy', 'state', 'input', 'member'] as const;
type Qualifier = (typeof QUALIFIERS)[number];

const TAKES: Readonly<Record<Qualifier, readonly FaultAction[]>> = {
  status: ['status', 'status-after-commit', 'html', 'batch-refuse', 'batch-break'],
  ms: ['latency', 'read-lag'],
  retryAfter: ['status', 'status-after-commit'],
  policy: ['status', 'status-after-commit'],
  state: ['batch'],
  input: ['batch-refuse', 'batch-break'],
  member: ['ignore'],
};

/** Endpoints whose batch answers in a state (interface 4.5, 11.3). */
const IN_STATES: readonly EndpointId[] = ['updateAssociationLimits', 'createDatedProperties'];

const BATCHES: readonly EndpointId[] = [
  'updateAssociationLimits',
  'purgeAssociationLimits',
  'createDatedProperties',
  'archiveDatedProperties',
  'createDatedLimits',
  'updateDatedLimits',
  'purgeDatedLimits',
  'updateSubscriptions',
];

/** Updates that keep the members that a call omits. */
const PARTIAL: readonly EndpointId[] = [
  'patchProperty',
  'updateGroup',
  'updateDatedProperty',
  'updateDatedGroup',
  'updateEventDefinition',
  'updateDatedEventProperty',
  'updatePipeline',
  'updateStage',
  'updateDatedSchema',
];

interface Own {
  /** A required member and its description. */
  readonly needs?: readonly [Qualifier, string];
  readonly endpoints?: readonly EndpointId[];
}

const ACTIONS: Readonly<Partial<Record<FaultAction, Own>>> = {
  batch: { needs: ['state', `a state: ${BATCH_STATUSES.join(', ')}`], endpoints: IN_STATES },
  'batch-refuse': { needs: ['input', 'an input: its place in the batch, from 1'], endpoints: BATCHES },
  'batch-break': { needs: ['input', 'an input: its place in the batch, from 1'], endpoints: BATCHES },
  ignore: { needs: ['member', 'a member'], endpoints: PARTIAL },
  'in-use': { endpoints: ['archiveDatedProperty'] },
  duplicate: { endpoints: ['createSubscription', 'createDatedSchema'] },
  'stale-update': { endpoints: ['updateDatedSchema'] },
};
