import type { Tracer } from '@opentelemetry/api';

/** Undefined while tracing is off. */
let tracer: Tracer | undefined;

export const getTracer = (): Tracer | undefined => tracer;

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}
