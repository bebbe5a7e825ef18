import { context, SpanKind, SpanStatusCode, trace, type Attributes, type Span } from '@opentelemetry/api';
import { getTracer } from './tracer.js';

export interface SpanOptions {
  /** `client`: a call that is awaited. `producer`: an event that is published. */
  kind: 'client' | 'producer';
  /** No personal data: no addresses of pages, bodies, names or emails. */
  attributes?: Attributes;
}

const KINDS = { client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };

/** Runs a part of a request, an event or a job in a span of its own. Outside of a trace it only runs `work`. */
export async function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const tracer = getTracer();
  const parent = context.active();
  if (!tracer || !trace.getSpan(parent)?.isRecording()) return work();
  const span = tracer.startSpan(name, { kind: KINDS[options.kind], attributes: options.attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    markFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Only the class of the error: its message may contain personal data. */
export function markFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}
