import type { IncomingMessage } from 'node:http';
import { DomainError } from '@shop/contracts-common';
import type { GatewayRoute } from '@shop/contracts-all';
import { hasBody } from '@shop/service-kit/http';

interface BodyTimes {
  /** How long no byte may arrive. */
  idleMs: number;
  /** How long the whole body may take, so that single bytes don't keep a connection. */
  maxMs: number;
}

/** Checks per idle time. Several, so that a busy process that reads late is no pause of the client. */
const CHECKS = 4;

/**
 * Calls back if the body stops arriving or takes too long, and again after the same time. A slow body that progresses is no
 * failure.
 */
export function watchBodyProgress(req: IncomingMessage, { idleMs, maxMs }: BodyTimes, onStalled: () => void): void {
  if (!hasBody(req) || req.complete) return;
  const { socket } = req;
  let lastBytes = socket.bytesRead;
  let idleChecks = 0;
  let startedAt = Date.now();
  const timer = setInterval(() => {
    // Node emits no `close` for a request whose connection ends after its response.
    if (req.complete || socket.destroyed) return stop();
    idleChecks = socket.bytesRead === lastBytes ? idleChecks + 1 : 0;
    lastBytes = socket.bytesRead;
    if (idleChecks < CHECKS && Date.now() - startedAt < maxMs) return;
    idleChecks = 0;
    startedAt = Date.now();
    onStalled();
  }, idleMs / CHECKS).unref();
  const stop = (): void => clearInterval(timer);
  req.once('close', stop);
}

/** Services have the same limit. */
const JSON_MAX_BYTES = 100 * 1024;
/** A photo of at most 25 MB and the multipart form around it. */
const UPLOAD_MAX_BYTES = 26 * 1024 * 1024;

/** Of a provider's webhook. Services have the same limit. */
const WEBHOOK_MAX_BYTES = 1024 * 1024;

export function getBodyLimit(route: GatewayRoute): number {
  if (route.body === 'upload') return UPLOAD_MAX_BYTES;
  return route.csrfExempt ? WEBHOOK_MAX_BYTES : JSON_MAX_BYTES;
}

export const createTooLargeError = (route: GatewayRoute): DomainError =>
  new DomainError(
    'BODY_TOO_LARGE',
    'too-large',
    route.body === 'upload'
      ? 'That photo is too large. Please choose one of at most 25 MB.'
      : 'The request is too large.',
  );

/** Checks the announced length before a byte is read. `watchBodySize` counts a body of unknown length. */
export function assertBodySize(req: IncomingMessage, route: GatewayRoute): void {
  const announced = req.headers['content-length'];
  if (announced !== undefined && Number(announced) > getBodyLimit(route)) throw createTooLargeError(route);
}

/** Calls back once when a body of unknown length exceeds the route's limit. Attach directly before the body is piped. */
export function watchBodySize(req: IncomingMessage, route: GatewayRoute, onTooLarge: () => void): void {
  if (req.headers['transfer-encoding'] === undefined) return;
  const limit = getBodyLimit(route);
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= limit) return;
    req.off('data', count);
    onTooLarge();
  };
  req.on('data', count);
}
