import type { IncomingMessage } from 'node:http';
import { MESSAGES } from '@shop/contracts/common';
import type { ErrorResponse } from '../gateway.errors.js';
import { createTimeoutError, createUnavailableError } from '../gateway.errors.js';
import type { ServiceName } from '../routes.js';

const MESSAGE_BY_STATUS: Record<number, string> = {
  400: 'The request could not be read. Please check it and try again.',
  401: MESSAGES.notSignedIn,
  403: MESSAGES.adminRequired,
  404: MESSAGES.notFound,
  413: 'The request is too large.',
  415: 'Please send this as JSON.',
};

/**
 * Replaces an error response that is not ours (a framework's HTML page, a proxy's JSON), so that customers always see a readable
 * message. Undefined if the response may be sent unchanged.
 */
export function toReplacementError(response: IncomingMessage, service: ServiceName): ErrorResponse | undefined {
  const status = response.statusCode ?? 502;
  if (status < 400) return undefined;
  const type = response.headers['content-type'] ?? '';
  if (type.startsWith('text/plain') || type.startsWith('application/problem+json')) return undefined;
  if (status === 412 || status === 416) return undefined;
  if (status < 500) return { status, code: `HTTP_${status}`, message: MESSAGE_BY_STATUS[status] ?? MESSAGES.invalid };
  if (status < 502 || status > 504) return { status: 500, code: 'UNEXPECTED', message: MESSAGES.unexpected };
  const {
    code,
    message,
    options: extra,
  } = status === 504 ? createTimeoutError(service) : createUnavailableError(service);
  return { status, code, message, retryAfterSeconds: extra.retryAfterSeconds };
}
