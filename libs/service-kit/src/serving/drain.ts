import { DomainError, ERROR_CODE_HEADER, SERVICE_NAMES, type ServiceName } from '@shop/contracts-common';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readiness } from '../health/readiness.js';
import { encodeErrorResponse, toErrorResponse } from '../http/error-response.js';

/** A connection without a request, such as one that is opened in advance, would delay the shutdown for a minute. */
const CONNECTION_GRACE_MS = 3_000;

/** For the last answers to arrive before their connections are closed. */
const ANSWER_MS = 1_000;

const RETRY_AFTER_SECONDS = 5;

/** The process starts or ends; another replica, or this one a moment later, answers. */
export const createRestartError = (service: ServiceName): DomainError =>
  new DomainError(
    'SERVICE_RESTARTING',
    'unavailable',
    `${SERVICE_NAMES[service]} is unavailable right now. Please try again in a moment.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );

interface DrainOptions {
  service: ServiceName;
  readiness: Readiness;
  /** DRAIN_MS. */
  drainMs: number;
}

/**
 * While the process shuts down, each answer ends its connection, so that the next request of that client goes to another replica. When the
 * port closes, requests under way have `drainMs`. Those that have no answer then, mostly slow uploads, get 503 with `Retry-After`.
 */
export function installDrain(fastify: FastifyInstance, { service, readiness, drainMs }: DrainOptions): void {
  const open = new Set<FastifyReply>();
  let closeIdle = (): void => undefined;
  fastify.addHook('onRequest', (_request, reply, done) => {
    open.add(reply);
    reply.raw.once('close', () => {
      open.delete(reply);
      closeIdle();
    });
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining) reply.header('connection', 'close');
    done();
  });
  fastify.addHook('preClose', (done) => {
    const closeAll = (): void => fastify.server.closeAllConnections();
    setTimeout(() => {
      closeIdle = () => void (open.size === 0 && closeAll());
      closeIdle();
    }, CONNECTION_GRACE_MS).unref();
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
  // Node would close the connection of an upload at once, and the client would lose the answer.
  const connection = reply.request.raw.complete ? { connection: 'close' } : {};
  reply.raw.writeHead(response.status, { ...headers, [ERROR_CODE_HEADER]: response.code, ...connection }).end(body);
}
