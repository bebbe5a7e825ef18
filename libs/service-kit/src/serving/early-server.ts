import { once } from 'node:events';
import { Server, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_CODE_HEADER, type ServiceName } from '@shop/contracts-common';
import type { StartProgress } from '../database/start-progress.js';
import { encodeErrorResponse, toErrorResponse } from '../http/error-response.js';
import { cutBody, hasBody } from '../http/refused-body.js';
import { createRestartError } from './drain.js';

/** The gateway closes idle connections earlier. */
const KEEP_ALIVE_MS = 65_000;

/**
 * The answer to a request on an older connection closes it. The client opens another one, which may lead to a new replica. A limit of
 * requests would not do: a slow replica would keep its clients for minutes.
 */
const CONNECTION_MS = 10_000;

export interface StartingService {
  service: ServiceName;
  /** APP_VERSION. */
  version: string;
  progress: StartProgress;
}

/**
 * The HTTP server of a service. Its port is open before the database is migrated, so that no liveness probe ends a long migration. Until
 * Fastify listens, it is alive and not ready, and refuses all other requests with 503.
 */
export class EarlyServer extends Server {
  /** Answers now: until Fastify listens, not its handler. */
  private currentHandler: RequestListener;
  private fastifyHandler: RequestListener | undefined;
  private readonly openedAt = new WeakMap<Socket, number>();

  constructor(starting: StartingService) {
    super();
    this.currentHandler = (req, res) => answerWhileStarting(req, res, starting);
    this.on('connection', (socket: Socket) => this.openedAt.set(socket, performance.now()));
    this.on('request', (req: IncomingMessage, res: ServerResponse) => {
      if (this.isOld(req.socket)) closeAfter(req, res);
      this.currentHandler(req, res);
    });
    this.keepAliveTimeout = KEEP_ALIVE_MS;
    // The gateway limits how long a body may take.
    this.requestTimeout = 0;
  }

  /** Rejects if the port is in use. */
  async openPort(port: number, host: string): Promise<void> {
    super.listen(port, host);
    await once(this, 'listening');
  }

  /** Fastify's server factory. */
  useHandler(handler: RequestListener): this {
    this.fastifyHandler = handler;
    return this;
  }

  /** Fastify calls it when the service is ready: from now on its handler answers. */
  override listen(...options: unknown[]): this {
    if (!this.listening || !this.fastifyHandler) return super.listen(...(options as [port: number]));
    this.currentHandler = this.fastifyHandler;
    process.nextTick(() => this.emit('listening'));
    return this;
  }

  private isOld(socket: Socket): boolean {
    return performance.now() - (this.openedAt.get(socket) ?? 0) >= CONNECTION_MS;
  }
}

/** Not with an answer before the end of the body, such as a refused upload's: its client would lose it (refused-body.ts). */
function closeAfter(req: IncomingMessage, res: ServerResponse): void {
  const close = (): void => void (res.headersSent || res.setHeader('connection', 'close'));
  if (hasBody(req)) req.once('end', close);
  else close();
}

function answerWhileStarting(
  req: IncomingMessage,
  res: ServerResponse,
  { service, version, progress }: StartingService,
): void {
  const sendJson = (status: number, body: object): void =>
    void res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  if (req.url === '/healthz') return sendJson(200, { status: 'up', version });
  if (req.url === '/readyz') return sendJson(503, { ready: false, reason: progress.waitsFor });
  const response = toErrorResponse(createRestartError(service));
  const { body, headers } = encodeErrorResponse(response, req.headers.accept);
  const connection = hasBody(req) ? {} : { connection: 'close' };
  res.writeHead(response.status, { ...headers, [ERROR_CODE_HEADER]: response.code, ...connection }).end(body);
  cutBody(req);
}
