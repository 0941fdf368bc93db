/** Applies batch faults and ignored members to a checked body and its reply. */

import type { EndpointId } from '../../contract/endpoints.ts';
import type { FaultRule } from './rule.ts';

type Members = Readonly<Record<string, unknown>>;

/** Remaining body, and the parts that a fault removed. */
export interface Faulted {
  readonly body: unknown;
  /** Inputs that are refused. */
  readonly refused: readonly Members[];
  /** Status of the reply that names them. If absent, the usual status. */
  readonly status?: number | undefined;
}

/** The body that the handler acts on: without ignored members, refused inputs, and those behind the break. */
export function faulted(body: unknown, faults: readonly FaultRule[]): Faulted {
  const ignored = faults.flatMap((fault) =>
    fault.do === 'ignore' && fault.member !== undefined ? [fault.member] : [],
  );
  const left = ignored.length === 0 ? body : without(Object(body), ignored);
  const refusals = faults.filter((fault) => fault.do === 'batch-refuse');
  const breaks = faults.flatMap((fault) => (fault.do === 'batch-break' ? [(fault.input ?? 1) - 1] : []));
  if (refusals.length + breaks.length === 0) return { body: left, refused: [] };
  const reached = listInputs(left).slice(0, Math.min(...breaks, Number.POSITIVE_INFINITY));
  const isRefused = (index: number) => refusals.some(({ input }) => input === index + 1);
  return {
    body: { ...Object(left), inputs: reached.filter((_, index) => !isRefused(index)) },
    refused: reached.filter((_, index) => isRefused(index)),
    status: refusals.find(({ status }) => status !== undefined)?.status,
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The reply with the refused inputs among its errors. A batch archive says nothing of them. */
export function withRefused(endpoint: EndpointId, reply: Reply, { refused, status }: Faulted): Reply {
  if (refused.length === 0 || endpoint === 'archiveDatedProperties') return reply;
  const before: Members = Object(reply.body ?? { status: 'COMPLETE' });
  const earlier: readonly unknown[] = Array.isArray(before['errors']) ? before['errors'] : [];
  const errors = [...earlier, ...refused.map(buildError)];
  return { status: status ?? (isPurge(endpoint) ? 200 : 207), body: { ...before, numErrors: errors.length, errors } };
}

/** The reply of a purge reports failures only in its body. */
function isPurge(endpoint: EndpointId): boolean {
  return endpoint === 'purgeAssociationLimits' || endpoint === 'purgeDatedLimits';
}

const NAMING = ['name', 'category', 'typeId', 'id'];

function buildError(input: Members) {
  const named = NAMING.filter((member) => input[member] !== undefined);
  return {
    status: 'error',
    category: 'VALIDATION_ERROR',
    message: 'A fault rule refuses this input.',
    context: Object.fromEntries(named.map((member) => [member, [String(input[member])]])),
  };
}

function listInputs(body: unknown): readonly Members[] {
  const { inputs } = Object(body);
  return Array.isArray(inputs) ? inputs : [];
}

function without(body: Members, members: readonly string[]): Members {
  return Object.fromEntries(Object.entries(body).filter(([member]) => !members.includes(member)));
}
