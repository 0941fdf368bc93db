/** One exchange on the wire: the call's faults, its answer, its record. */

import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { FaultAction, FaultRule } from '../faults/faults.ts';
import { brokenText, type Ending, faultRefusal, proxyPage } from '../faults/replies.ts';
import type { Hosts } from './hosts.ts';
import { type Answer, type Arrival, answer, type Engine, type Entered, enter, refusalAnswer } from './pipeline.ts';
import { type CallRecorder, maskedPath, maskedText, type OnCall } from './recorded-calls.ts';

export interface Exchange extends Arrival {
  readonly path: string;
}

export interface Desk extends Engine {
  readonly calls: CallRecorder;
  readonly hosts: Hosts;
  readonly onCall: OnCall | undefined;
  /** Aborts when the service closes, so that no wait outlives it. */
  readonly closing: AbortSignal;
}

/** Takes the call in, runs it with the faults that hit it, records it, and says what goes over the wire. */
export async function exchanged(desk: Desk, arrival: Exchange): Promise<Ending> {
  const { endpoint, path } = arrival;
  const { method, encoding } = ENDPOINTS[endpoint];
  const entered = await enter(desk, arrival);
  const text = entered.kind === 'whole' ? entered.text : undefined;
  const faults = entered.kind === 'gone' ? [] : desk.faults.take(endpoint);
  const sequence = desk.calls.start({
    endpoint,
    method,
    path: maskedPath(endpoint, path),
    text: maskedText(encoding, text),
    faults: faults.map((fault) => fault.do),
  });
  if (entered.kind === 'gone') return DROPPED;
  await desk.onCall?.({ at: 'arrived', sequence, endpoint, committed: false });
  for (const fault of faults) {
    if (fault.do === 'latency') await desk.clock.sleep(fault.ms ?? 0, desk.closing);
  }
  const instead = insteadOfActing(desk, faults);
  const acted = instead === undefined ? await answered(desk, arrival, { entered, faults }) : undefined;
  const ending = instead ?? afterActing(desk, faults, acted);
  const committed = acted === undefined ? false : acted.committed;
  desk.calls.finish(sequence, {
    hubId: acted?.hubId,
    status: ending.kind === 'send' ? ending.status : undefined,
    committed,
  });
  await desk.onCall?.({ at: 'answered', sequence, endpoint, committed });
  return ending;
}

async function answered(
  desk: Desk,
  arrival: Exchange,
  { entered, faults }: { readonly entered: Exclude<Entered, { kind: 'gone' }>; readonly faults: readonly FaultRule[] },
): Promise<Answer> {
  if (entered.kind === 'whole') return answer(desk, arrival, { text: entered.text, faults });
  return { ...refusalAnswer(entered.refusal, desk.newId()), hubId: undefined, committed: false };
}

const DROPPED: Ending = { kind: 'drop' };

function insteadOfActing(desk: Desk, faults: readonly FaultRule[]): Ending | undefined {
  const fault = first(faults, ['drop-before', 'html', 'status']);
  if (fault === undefined) return undefined;
  if (fault.do === 'drop-before') return DROPPED;
  if (fault.do === 'html') return proxyPage(fault);
  return sending(refusalAnswer(faultRefusal(fault), desk.newId()));
}

function afterActing(desk: Desk, faults: readonly FaultRule[], acted: Answer | undefined): Ending {
  if (acted === undefined) return DROPPED;
  const sent = sending(acted);
  const fault = first(faults, ['drop-after', 'half-reply', 'status-after-commit', 'not-json']);
  switch (fault?.do) {
    case 'drop-after':
      return DROPPED;
    case 'half-reply':
      return { ...sent, kind: 'half' };
    case 'status-after-commit':
      return sending(refusalAnswer(faultRefusal(fault), desk.newId()));
    case 'not-json':
      return { ...sent, text: brokenText(sent.text) };
    default:
      return sent;
  }
}

type Sending = Extract<Ending, { readonly kind: 'send' }>;

function sending({ status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>): Sending {
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
