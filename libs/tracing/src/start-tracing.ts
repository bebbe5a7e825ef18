import { setTimeout as pause } from 'node:timers/promises';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { setTracer } from './tracer.js';

export interface TracingOptions {
  service: string;
  version: string;
  /** Address of the OTLP/HTTP receiver, without `/v1/traces`. Undefined: tracing is off. */
  endpoint: string | undefined;
  /** Share of the traces that are recorded, 0 to 1. The process in which a trace starts decides. */
  ratio: number;
  /** Called at most every ten minutes while spans are lost. `reason`: an error code, an HTTP status or a message of the SDK. */
  onLoss: (reason: string) => void;
}

/** More spans are dropped, so that a slow receiver costs no more memory: about 4 MB. */
const MAX_QUEUED_SPANS = 4_096;
const MAX_BATCH_SPANS = 512;
const SEND_INTERVAL_MS = 2_000;
const SEND_TIMEOUT_MS = 5_000;
/** Within the time that a process has for its shutdown. */
const STOP_TIMEOUT_MS = 500;
const LOSS_INTERVAL_MS = 10 * 60_000;

/** The SDK is loaded only if tracing is on. Resolves to a function that sends the last spans, at most for half a second. Nothing fails if the receiver is down. */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  const { service, version, endpoint, ratio, onLoss } = options;
  if (endpoint === undefined) return () => Promise.resolve();
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  reportLosses(onLoss);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
          timeoutMillis: SEND_TIMEOUT_MS,
        }),
        maxQueueSize: MAX_QUEUED_SPANS,
        maxExportBatchSize: MAX_BATCH_SPANS,
        scheduledDelayMillis: SEND_INTERVAL_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  setTracer(provider.getTracer(service, version));
  return async () => {
    setTracer(undefined);
    const stopped = provider.shutdown().catch(() => undefined);
    await Promise.race([stopped, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

/** The SDK reports failures only to its own log, with stack traces and addresses. */
function reportLosses(onLoss: TracingOptions['onLoss']): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (...texts: unknown[]): void => {
    if (performance.now() - reportedAt < LOSS_INTERVAL_MS) return;
    reportedAt = performance.now();
    onLoss(getReason(texts.join(' ')));
  };
  const ignore = (): void => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  // The SDK would report a second start as a loss.
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** The SDK reports an error as JSON, and anything else as a text. */
function getReason(text: string): string {
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string };
    return code ?? message ?? 'unknown';
  } catch {
    return text;
  }
}
