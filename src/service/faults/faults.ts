/** Faults as data: which calls fail and how, so that failures can be reproduced exactly. */

import { z } from 'zod';
import { BATCH_STATUSES, type BatchState } from '../../contract/batches.ts';
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
] as const;
export type FaultAction = (typeof FAULT_ACTIONS)[number];

/**
 * status: answer `status` without acting. status-after-commit: act, then answer `status`. drop-before and drop-after: break the
 * connection without or after acting. half-reply: act, then break it in the middle of the reply. html: a proxy's page instead of
 * acting. not-json: act, then a reply that is not JSON. latency: wait `ms` first. read-lag: a property list as it was `ms` ago.
 * expire-token: the token of this call runs out before it. batch: an update of association limits or a create of properties answers in `state`.
 */
export interface FaultRule {
  readonly do: FaultAction;
  /** Any endpoint when left out. */
  readonly endpoint?: EndpointId | undefined;
  /** The first matching call that goes wrong, from 1, counted from when the rule was added. */
  readonly nth?: number | undefined;
  /** How many matching calls in a row go wrong; 1 when left out. */
  readonly times?: number | 'always' | undefined;
  readonly status?: number | undefined;
  readonly ms?: number | undefined;
  /** Seconds, sent as Retry-After. */
  readonly retryAfter?: number | undefined;
  /** For batch, which needs it. */
  readonly state?: BatchState | undefined;
}

export interface Faults {
  /** Throws UsageError that names every problem of the rule. */
  add(rule: FaultRule): void;
  clear(): void;
  /** Counts this call and gives the rules that hit it, in the order they were added. */
  take(endpoint: EndpointId): readonly FaultRule[];
  /** The longest lag of the read-lag rules in milliseconds; undefined when there is none. */
  longestLag(): number | undefined;
}

export const DEFAULT_LAG_MS = 700;
/** Those whose batch answers in a state (interface 4.5, 11.3). */
const BATCH_ENDPOINTS: readonly EndpointId[] = ['updateAssociationLimits', 'createDatedProperties'];

export function createFaults(rules: readonly FaultRule[]): Faults {
  let active: { readonly rule: FaultRule; seen: number }[] = [];
  const add = (rule: FaultRule) => {
    active = [...active, { rule: checkedRule(rule), seen: 0 }];
  };
  for (const rule of rules) add(rule);
  return {
    add,
    clear() {
      active = [];
    },
    take(endpoint) {
      const matching = active.filter(({ rule }) => rule.endpoint === undefined || rule.endpoint === endpoint);
      for (const entry of matching) entry.seen += 1;
      return matching.filter(({ rule, seen }) => hits(rule, seen)).map(({ rule }) => rule);
    },
    longestLag() {
      const lags = active.flatMap(({ rule }) => (rule.do === 'read-lag' ? [rule.ms ?? DEFAULT_LAG_MS] : []));
      return lags.length === 0 ? undefined : Math.max(...lags);
    },
  };
}

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

const RuleSchema = z.strictObject({
  do: z.enum(FAULT_ACTIONS, { error: `must be one of ${FAULT_ACTIONS.join(', ')}` }),
  endpoint: z.custom<EndpointId>(isEndpoint, { error: `must be one of ${ENDPOINT_IDS.join(', ')}` }).optional(),
  nth: whole.min(1, { error: 'must be at least 1' }).optional(),
  times: z.union([z.literal('always'), whole.min(1)], { error: 'must be a whole number from 1, or always' }).optional(),
  status: whole
    .min(200, { error: 'must be from 200 to 599' })
    .max(599, { error: 'must be from 200 to 599' })
    .optional(),
  ms: whole.min(0, { error: 'must be at least 0' }).optional(),
  retryAfter: whole.min(0, { error: 'must be at least 0' }).optional(),
  state: z.enum(BATCH_STATUSES, { error: `must be one of ${BATCH_STATUSES.join(', ')}` }).optional(),
});

/** Members that only some actions take. */
const QUALIFIERS = ['status', 'ms', 'retryAfter', 'state'] as const;
type Qualifier = (typeof QUALIFIERS)[number];

const TAKES: Readonly<Record<Qualifier, readonly FaultAction[]>> = {
  status: ['status', 'status-after-commit', 'html'],
  ms: ['latency', 'read-lag'],
  retryAfter: ['status', 'status-after-commit'],
  state: ['batch'],
};

function checkedRule(given: object, more: readonly string[] = [], text = JSON.stringify(given)): FaultRule {
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
    hint: 'A rule has the form do=ACTION[,endpoint=ID][,nth=N][,times=N|always][,status=N][,ms=N][,retryAfter=N][,state=STATE].',
  });
}

function misplaced(rule: FaultRule): readonly string[] {
  const foreign = QUALIFIERS.filter((member) => rule[member] !== undefined && !TAKES[member].includes(rule.do)).map(
    (member) => `${member} is only valid with ${TAKES[member].join(', ')}`,
  );
  if (rule.do !== 'batch') return foreign;
  return [
    ...foreign,
    ...(rule.state === undefined ? [`batch requires a state: ${BATCH_STATUSES.join(', ')}`] : []),
    ...(BATCH_ENDPOINTS.some((endpoint) => endpoint === rule.endpoint)
      ? []
      : [`batch requires ${BATCH_ENDPOINTS.map((endpoint) => `endpoint=${endpoint}`).join(' or ')}`]),
  ];
}

function isEndpoint(value: unknown): boolean {
  return ENDPOINT_IDS.some((id) => id === value);
}

function hits(rule: FaultRule, seen: number): boolean {
  const first = rule.nth ?? 1;
  const times = rule.times ?? 1;
  return seen >= first && (times === 'always' || seen < first + times);
}
