/** Metrics: how long calls and waits took, and what became of the changes. */

import type { Meter } from '@opentelemetry/api';
import { type ApplyResult, OUTCOME_FORMAT } from '../model/outcome.ts';
import type { Telemetry } from '../model/telemetry.ts';

export interface Metering extends Pick<Telemetry, 'exchange' | 'waiting'> {
  /** Counts the outcomes of an apply, and gives what it is given. */
  ended<T>(result: T): T;
}

export function metering(meter: Meter): Metering {
  const calls = meter.createHistogram('trueup.call.duration', { unit: 's', description: 'One try of a call.' });
  const waits = meter.createHistogram('trueup.wait.duration', {
    unit: 's',
    description: 'A wait that the service asks for, as it begins.',
  });
  const outcomes = meter.createCounter('trueup.outcomes', {
    description: 'Changes of an apply, by what became of them.',
  });
  return {
    exchange({ endpoint, method, status, failure, startedAt, endedAt }) {
      calls.record((endedAt - startedAt) / 1000, {
        'trueup.endpoint': endpoint,
        'http.request.method': method,
        ...(status === undefined ? {} : { 'http.response.status_code': status }),
        ...(failure === undefined ? {} : { 'error.type': failure }),
      });
    },
    waiting: ({ reason, ms }) => waits.record(ms / 1000, { 'trueup.reason': reason }),
    ended(result) {
      if (!isApplied(result)) return result;
      for (const { status, action, failure } of result.outcomes) {
        const kind = failure === undefined ? {} : { 'trueup.failure.kind': failure.kind };
        outcomes.add(1, { 'trueup.status': status, 'trueup.action': action, ...kind });
      }
      return result;
    },
  };
}

function isApplied(result: unknown): result is ApplyResult {
  return typeof result === 'object' && result !== null && 'format' in result && result.format === OUTCOME_FORMAT;
}
