/** Which members of a fault rule go with which action, and which endpoints an action is for. */

import { BATCH_STATUSES } from '../../contract/batches.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { FaultAction, FaultRule } from './rule.ts';

/** What is wrong with a rule whose members are all in form. */
export function misplaced(rule: FaultRule): readonly string[] {
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

/** Those whose batch answers in a state (interface 4.5, 11.3). */
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

/** Updates that keep what they are not given. */
const PARTIAL: readonly EndpointId[] = [
  'patchProperty',
  'updateGroup',
  'updateDatedProperty',
  'updateDatedGroup',
  'updateEventDefinition',
  'updateDatedEventProperty',
];

interface Own {
  /** A member it cannot do without, and what that is. */
  readonly needs?: readonly [Qualifier, string];
  readonly endpoints?: readonly EndpointId[];
}

const ACTIONS: Readonly<Partial<Record<FaultAction, Own>>> = {
  batch: { needs: ['state', `a state: ${BATCH_STATUSES.join(', ')}`], endpoints: IN_STATES },
  'batch-refuse': { needs: ['input', 'an input: its place in the batch, from 1'], endpoints: BATCHES },
  'batch-break': { needs: ['input', 'an input: its place in the batch, from 1'], endpoints: BATCHES },
  ignore: { needs: ['member', 'a member'], endpoints: PARTIAL },
  'in-use': { endpoints: ['archiveDatedProperty'] },
  duplicate: { endpoints: ['createSubscription'] },
};
