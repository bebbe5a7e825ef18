import { randomUUID } from 'node:crypto';
import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { markFailed } from './span.js';
import { parseTraceparent, REQUEST_ID, toLogIds, toTraceparent, type LogIds } from './trace-context.js';
import { getTracer } from './tracer.js';

export interface EntryOptions {
  /** `server`: a request. `consumer`: an event or a job. */
  kind: 'server' | 'consumer';
  /** W3C trace context of the cause. Without a well-formed one a trace starts. */
  parent?: unknown;
  /** W3C trace contexts that are related, but are not the cause. Malformed ones are ignored. */
  links?: readonly unknown[];
  /** No personal data. */
  attributes?: Attributes;
  requestId?: string;
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER };

/** Work that something outside of this process causes: a request, an event, a job. It has ids also while tracing is off. */
export class Entry {
  private readonly context: Context;

  constructor(
    private readonly span: Span,
    private readonly requestId: string | undefined,
  ) {
    const withSpan = trace.setSpan(ROOT_CONTEXT, span);
    this.context = requestId === undefined ? withSpan : withSpan.setValue(REQUEST_ID, requestId);
  }

  get traceparent(): string {
    return toTraceparent(this.span.spanContext());
  }

  get logIds(): LogIds {
    return toLogIds(this.span.spanContext(), this.requestId);
  }

  /** Log lines, spans, events and jobs of `work` belong to this entry. */
  run<T>(work: () => T): T {
    return context.with(this.context, work);
  }

  setAttribute(name: string, value: string | number): void {
    this.span.setAttribute(name, value);
  }

  /** Ends the entry of a request. A status from 500 is a failure of this process. */
  endResponse(status: number): void {
    this.span.setAttribute('http.response.status_code', status);
    if (status >= 500) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }

  /** `error`: what the work failed with. */
  endWork(error?: unknown): void {
    if (error !== undefined) markFailed(this.span, error);
    this.span.end();
  }
}

/** The caller ends the entry. What runs at the moment is not its parent. */
export function startEntry(name: string, { kind, parent, links = [], attributes, requestId }: EntryOptions): Entry {
  const cause = parseTraceparent(parent);
  const tracer = getTracer();
  if (!tracer) return new Entry(trace.wrapSpanContext(createSpanContext(cause)), requestId);
  const spanContext = cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
  const options = { kind: KINDS[kind], attributes, links: links.flatMap(toLink) };
  return new Entry(tracer.startSpan(name, options, spanContext), requestId);
}

function toLink(traceparent: unknown): Link | [] {
  const linked = parseTraceparent(traceparent);
  return linked ? { context: linked } : [];
}

/** For spans that nothing records: one random number for both ids of a new trace. `randomBytes` takes six times as long (measured). */
function createSpanContext(cause: SpanContext | undefined): SpanContext {
  const uuid = randomUUID();
  const spanId = uuid.slice(19, 23) + uuid.slice(24);
  if (cause) return { traceId: cause.traceId, spanId, traceFlags: cause.traceFlags };
  const traceId = uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + spanId;
  return { traceId, spanId, traceFlags: TraceFlags.NONE };
}
