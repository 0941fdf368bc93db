/** The entry `trueup/telemetry`: spans and metrics of OpenTelemetry. Only who imports it loads that package. */

import { metrics, trace } from '@opentelemetry/api';
import type { Telemetry } from '../model/telemetry.ts';
import { metering } from './metering.ts';
import { tracing } from './tracing.ts';

/**
 * Value for the option `telemetry` of createReconciler. It reports to the providers that are registered globally. Spans: an operation, such as `trueup.plan`, and in it each try of a call. Metrics: `trueup.call.duration` and `trueup.wait.duration` in seconds, and `trueup.outcomes`. They name endpoints, statuses and accounts. Paths, headers, bodies and texts of errors stay out.
 */
export function openTelemetry(): Telemetry {
  const traced = tracing(trace.getTracer('trueup'));
  const metered = metering(metrics.getMeter('trueup'));
  return {
    operation: (operation, work) => traced.operation(operation, async () => metered.ended(await work())),
    exchange(exchange) {
      traced.exchange(exchange);
      metered.exchange(exchange);
    },
    waiting: metered.waiting,
  };
}
