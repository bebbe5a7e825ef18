import {
  DomainError,
  ERROR_CODE_HEADER,
  SERVICE_NAMES,
  SERVICE_RESTARTING,
  type ServiceName,
} from '@shop/contracts-common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readiness } from '../health/readiness.js';
import { encodeErrorResponse, toErrorResponse } from '../http/error-response.js';
import { ANSWER_MS, hasUnreadBody, waitForBody } from '../http/refused-body.js';

/** A connection without a request, such as one that is opened in advance, would delay the shutdown for a minute. */
const CONNECTION_GRACE_MS = 3_000;

const RETRY_AFTER_SECONDS = 5;

export const createRestartError = (service: ServiceName): DomainError =>
  new DomainError(
    SERVICE_RESTARTING,
    'unavailable',
    `${SERVICE_NAMES[service]} is unavailable right now. Please try again in a moment.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

interface DrainOptions {
  service: ServiceName;
  readiness: Readiness;
  /** DRAIN_MS. */
  drainMs: number;
  connectionGraceMs?: number;
}

/**
 * While the process shuts down, each answer ends its connection, so that the next request of that client goes to another replica. When the
 * port closes, requests under way have `drainMs`. Those that have no answer then, mostly slow uploads, get 503 with `Retry-After`. The server
 * closes once all have their answers and the bodies are read, or after ANSWER_MS.
 */
export function installDrain(fastify: FastifyInstance, options: DrainOptions): void {
  const { service, readiness, drainMs, connectionGraceMs = CONNECTION_GRACE_MS } = options;
  const open = new Set<FastifyReply>();
  let mayClose = false;
  const closeAll = (): void => fastify.server.closeAllConnections();
  const closeIfDone = (): void => void (mayClose && open.size === 0 && closeAll());
  fastify.addHook('onRequest', (request, reply, done) => {
    open.add(reply);
    reply.raw.once(
      'close',
      () =>
        void waitForBody(request.raw).then(() => {
          open.delete(reply);
          closeIfDone();
        }),
    );
    done();
  });
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (readiness.isDraining && !hasUnreadBody(request.raw)) reply.header('connection', 'close');
    done();
  });
  fastify.addHook('preClose', (done) => {
    setTimeout(() => {
      mayClose = true;
      closeIfDone();
    }, connectionGraceMs).unref();
    setTimeout(() => {
      for (const reply of open) refuse(reply, service);
      setTimeout(closeAll, ANSWER_MS).unref();
    }, drainMs).unref();
    done();
  });
}

function refuse(reply: FastifyReply, service: ServiceName): void {
  if (reply.raw.headersSent) return;
  const response = toErrorResponse(createRestartError(service));
  const { body, headers } = encodeErrorResponse(response, reply.request.headers.accept);
  reply.hijack();
  const connection = hasUnreadBody(reply.request.raw) ? {} : { connection: 'close' };
  reply.raw.writeHead(response.status, { ...headers, [ERROR_CODE_HEADER]: response.code, ...connection }).end(body);
}
