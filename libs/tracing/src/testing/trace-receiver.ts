import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Value {
  stringValue?: string;
  intValue?: number;
}
interface KeyValue {
  key: string;
  value: Value;
}
interface SpanJson {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: KeyValue[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}
interface Export {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: SpanJson[] }[] }[];
}

export interface ReceivedSpan {
  /** `service.name` of the sender. */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number | undefined>;
  /** Span ids. */
  links: string[];
  isFailed: boolean;
}

const toAttributes = (list: KeyValue[]): Record<string, string | number | undefined> =>
  Object.fromEntries(list.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const ERROR_STATUS = 2;

/** An OTLP/HTTP receiver for tests and benchmarks: keeps the spans that processes send as JSON. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** The requests as they came. */
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceReceiver> {
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        receiver.add(body as Export);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    const receiver = new TraceReceiver(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  /** Value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private add(body: Export): void {
    this.bodies.push(JSON.stringify(body));
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = String(toAttributes(resource.attributes)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push(toReceivedSpan(service, span));
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const toReceivedSpan = (service: string, span: SpanJson): ReceivedSpan => ({
  service,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || undefined,
  name: span.name,
  kind: span.kind,
  attributes: toAttributes(span.attributes),
  links: (span.links ?? []).map(({ spanId }) => spanId),
  isFailed: span.status.code === ERROR_STATUS,
});
