/** Spans: one for each operation, and in it one for each try of a call. */

import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { readFailure, TrueupError } from '../errors.ts';
import { OUTCOME_FORMAT } from '../model/outcome.ts';
import { PLAN_FORMAT } from '../model/plan.ts';
import type { ObservedExchange, Telemetry } from '../model/telemetry.ts';

export function tracing(tracer: Tracer): Pick<Telemetry, 'operation' | 'exchange'> {
  return {
    operation({ name, account, surface }, work) {
      const attributes = { 'trueup.account': account, 'trueup.surface': surface };
      return tracer.startActiveSpan(`trueup.${name}`, { attributes }, async (span) => {
        try {
          const result = await work();
          span.setAttributes(attributesOf(result));
          return result;
        } catch (error) {
          markFailed(span, error);
          throw error;
        } finally {
          span.end();
        }
      });
    },
    exchange(exchange) {
      const { method, endpoint, startedAt, endedAt, failure } = exchange;
      const attributes = attributesOfExchange(exchange);
      const span = tracer.startSpan(`${method} ${endpoint}`, {
        kind: SpanKind.CLIENT,
        startTime: startedAt,
        attributes,
      });
      if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedAt);
    },
  };
}

function attributesOfExchange({ method, endpoint, call, attempt, status, failure }: ObservedExchange): Attributes {
  return {
    'http.request.method': method,
    'trueup.endpoint': endpoint,
    'trueup.call': call,
    'trueup.attempt': attempt,
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(failure === undefined ? {} : { 'error.type': failure }),
  };
}

/** Counts of a plan, or of the outcomes of an apply. */
function attributesOf(result: unknown): Attributes {
  const { format, summary, complete } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== OUTCOME_FORMAT && format !== PLAN_FORMAT) return {};
  const counts = Object.entries(summary as object).filter(([, value]) => typeof value === 'number');
  return {
    ...Object.fromEntries(counts.map(([name, value]) => [`trueup.summary.${name}`, value])),
    ...(typeof complete === 'boolean' ? { 'trueup.complete': complete } : {}),
  };
}

/** By its code and kind: what a message says is for the people of the account. */
function markFailed(span: Span, error: unknown): void {
  const { kind } = readFailure(error) ?? {};
  span.setAttributes({
    'error.type': error instanceof TrueupError ? error.code : 'other',
    ...(kind === undefined ? {} : { 'trueup.failure.kind': kind }),
  });
  span.setStatus({ code: SpanStatusCode.ERROR });
}
