import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Handler = (req: IncomingMessage, res: ServerResponse, seen: RecordedRequest) => void;

const respondOk: Handler = (_req, res) => {
  res.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};

/** An HTTP server in place of a service: responds with the test's handlers and records requests. */
export class FakeService {
  readonly requests: RecordedRequest[] = [];
  /** Called once the body is complete. */
  handler: Handler = respondOk;
  /** Handlers by URL. They take precedence over `handler`. */
  readonly handlers = new Map<string, Handler>();
  /** If set, called before the body is read, instead of the others. */
  immediateHandler: ((req: IncomingMessage, res: ServerResponse) => void) | undefined;
  partsStatus = 200;
  private server: Server = createServer();
  private port = 0;

  static async start(): Promise<FakeService> {
    const service = new FakeService();
    await service.listen();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async listen(): Promise<void> {
    this.server = createServer((req, res) => this.onRequest(req, res));
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections, like a process that dies. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  reset(): void {
    this.requests.length = 0;
    this.handler = respondOk;
    this.handlers.clear();
    this.immediateHandler = undefined;
  }

  private onRequest(req: IncomingMessage, res: ServerResponse): void {
    if (req.url === '/healthz/parts') {
      res
        .writeHead(this.partsStatus, { 'content-type': 'application/json' })
        .end('{"state":"up","parts":{"database":"up"}}');
      return;
    }
    if (this.immediateHandler) {
      this.immediateHandler(req, res);
      return;
    }
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('error', () => undefined);
    req.on('end', () => {
      const request = {
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      this.requests.push(request);
      (this.handlers.get(request.url) ?? this.handler)(req, res, request);
    });
  }
}
