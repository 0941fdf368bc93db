/** The entry `trueup/telemetry`: spans and metrics of OpenTelemetry. Only who imports it loads that package. */

import { metrics, trace } from '@opentelemetry/api';
import type { Telemetry } from '../model/telemetry.ts';
import { metering } from './metering.ts';
import { tracing } from './tracing.ts';

/**
 * For the option `telemetry` of createReconciler; it reports to the providers that are registered globally. Spans: `trueup.plan`,
 * `trueup.apply` and so on for an operation, and one in it for each try of a call. Metrics: `trueup.call.duration` and
 * `trueup.wait.duration` in seconds, and `trueup.outcomes`. They name endpoints, statuses and accounts; no path, header or body, and no
 * text of an error.
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
