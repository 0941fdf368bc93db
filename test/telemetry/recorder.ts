/** Implements OpenTelemetry providers that record their input, and contexts that follow asynchronous work. */

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  type Meter,
  metrics,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  readonly parent: string | undefined;
  readonly kind: number | undefined;
  readonly attributes: Attributes;
  readonly failed: boolean;
  /** Milliseconds since the epoch, or undefined. */
  readonly times: readonly unknown[];
}

export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly attributes: Attributes;
}

export interface Recorder {
  readonly spans: RecordedSpan[];
  readonly measurements: Measurement[];
  /** Nothing is registered any more. */
  stop(): void;
}

export function startRecorder(): Recorder {
  const spans: RecordedSpan[] = [];
  const measurements: Measurement[] = [];
  const names = new WeakMap<Span, string>();
  const startSpan = (name: string, options: SpanOptions = {}, within: Context = context.active()): Span => {
    const above = trace.getSpan(within);
    const attributes: Attributes = { ...options.attributes };
    let failed = false;
    const span = {
      setAttributes: (more: Attributes) => void Object.assign(attributes, more),
      setStatus: ({ code }: { readonly code: number }) => {
        failed = code === 2;
      },
      end: (time?: unknown) => {
        const parent = above && names.get(above);
        spans.push({ name, parent, kind: options.kind, attributes, failed, times: [options.startTime, time] });
      },
    } as unknown as Span;
    names.set(span, name);
    return span;
  };
  const tracer = {
    startSpan,
    startActiveSpan: (name: string, options: SpanOptions, work: (span: Span) => unknown) => {
      const span = startSpan(name, options);
      return context.with(trace.setSpan(context.active(), span), () => work(span));
    },
  } as unknown as Tracer;
  const measuring =
    (name: string) =>
    (value: number, attributes: Attributes = {}) =>
      void measurements.push({ name, value, attributes });
  const meter = {
    createHistogram: (name: string) => ({ record: measuring(name) }),
    createCounter: (name: string) => ({ add: measuring(name) }),
  } as unknown as Meter;
  context.setGlobalContextManager(following());
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  metrics.setGlobalMeterProvider({ getMeter: () => meter });
  return {
    spans,
    measurements,
    stop() {
      context.disable();
      trace.disable();
      metrics.disable();
    },
  };
}

function following(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...given) => storage.run(active, () => work.apply(self as never, given)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  return manager;
}
