/** Handles a call: its faults, its response and its record. */

import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Hosts } from '../../contract/hosts.ts';
import { brokenText, faultRefusal, inUseRefusal, proxyPage, type WireEnd } from '../faults/replies.ts';
import type { FaultAction, FaultRule } from '../faults/rule.ts';
import {
  type PipelineContext,
  type ReceivedRequest,
  receive,
  refusalResponse,
  respond,
  type ServiceRequest,
  type ServiceResponse,
} from './pipeline.ts';
import { type CallRecorder, maskedAddress, maskedText, type OnCall } from './recorded-calls.ts';
import type { ServedPath } from './served-paths.ts';

export interface CallRequest extends ServiceRequest {
  readonly path: string;
}

export interface CallContext extends PipelineContext {
  readonly calls: CallRecorder;
  readonly hosts: Hosts;
  /** Served paths. Any other path is unknown or gone. */
  readonly paths: readonly ServedPath[];
  readonly onCall: OnCall | undefined;
  /** Aborts when the service closes, so that no wait outlives it. */
  readonly closing: AbortSignal;
}

/** Receives the call, runs it with its faults and records it. Returns its end on the wire. */
export async function handleCall(context: CallContext, request: CallRequest): Promise<WireEnd> {
  const { endpoint, path } = request;
  const { method } = ENDPOINTS[endpoint];
  const received = await receive(context, request);
  const text = received.kind === 'whole' ? received.text : undefined;
  const faults = received.kind === 'gone' ? [] : context.faults.take(endpoint);
  const sequence = context.calls.start({
    endpoint,
    method,
    path: maskedAddress(endpoint, path),
    text: maskedText(endpoint, text),
    faults: faults.map((fault) => fault.do),
  });
  if (received.kind === 'gone') return DROPPED;
  await context.onCall?.({ at: 'arrived', sequence, endpoint, committed: false });
  for (const fault of faults) {
    if (fault.do === 'latency') await context.clock.sleep(fault.ms ?? 0, context.closing);
  }
  const instead = insteadOfActing(context, request, faults);
  const acted = instead === undefined ? await responded(context, request, { received, faults }) : undefined;
  const end = instead ?? afterActing(context, faults, acted);
  const committed = acted === undefined ? false : acted.committed;
  context.calls.finish(sequence, {
    hubId: acted?.hubId,
    status: end.kind === 'send' ? end.status : undefined,
    committed,
  });
  await context.onCall?.({ at: 'answered', sequence, endpoint, committed });
  return end;
}

async function responded(
  context: CallContext,
  request: CallRequest,
  {
    received,
    faults,
  }: { readonly received: Exclude<ReceivedRequest, { kind: 'gone' }>; readonly faults: readonly FaultRule[] },
): Promise<ServiceResponse> {
  if (received.kind === 'whole') return respond(context, request, { text: received.text, faults });
  return { ...refusalResponse(received.refusal, context.newId()), hubId: undefined, committed: false };
}

const DROPPED: WireEnd = { kind: 'drop' };

function insteadOfActing(
  context: CallContext,
  { params }: CallRequest,
  faults: readonly FaultRule[],
): WireEnd | undefined {
  const fault = first(faults, ['drop-before', 'html', 'in-use', 'status']);
  if (fault === undefined) return undefined;
  if (fault.do === 'drop-before') return DROPPED;
  if (fault.do === 'html') return proxyPage(fault);
  const refusal = fault.do === 'in-use' ? inUseRefusal(params) : faultRefusal(fault);
  return sending(refusalResponse(refusal, context.newId()));
}

function afterActing(context: CallContext, faults: readonly FaultRule[], acted: ServiceResponse | undefined): WireEnd {
  if (acted === undefined) return DROPPED;
  const sent = sending(acted);
  const fault = first(faults, ['drop-after', 'batch-break', 'half-reply', 'status-after-commit', 'not-json']);
  switch (fault?.do) {
    case 'drop-after':
      return DROPPED;
    case 'half-reply':
      return { ...sent, kind: 'half' };
    case 'batch-break':
      return fault.status === undefined ? DROPPED : sending(refusalResponse(faultRefusal(fault), context.newId()));
    case 'status-after-commit':
      return sending(refusalResponse(faultRefusal(fault), context.newId()));
    case 'not-json':
      return { ...sent, text: brokenText(sent.text) };
    default:
      return sent;
  }
}

type Sending = Exclude<WireEnd, { readonly kind: 'drop' }>;

function sending({ status, headers, body }: Pick<ServiceResponse, 'status' | 'headers' | 'body'>): Sending {
  if (body === undefined) return { kind: 'send', status, headers, text: '' };
  return {
    kind: 'send',
    status,
    headers: { ...headers, 'content-type': 'application/json;charset=utf-8' },
    text: JSON.stringify(body),
  };
}

function first(faults: readonly FaultRule[], actions: readonly FaultAction[]): FaultRule | undefined {
  return faults.find((fault) => actions.includes(fault.do));
}
