import type { IncomingMessage } from 'node:http';
import { SENTENCES } from '@shop/contracts/common';
import type { ErrorResponse } from '../gateway.errors.js';
import { createTimeoutError, createUnavailableError } from '../gateway.errors.js';
import type { ServiceName } from '../routes.js';

const MESSAGE_BY_STATUS: Record<number, string> = {
  400: 'The request could not be read. Please check it and try again.',
  401: SENTENCES.notSignedIn,
  403: SENTENCES.adminRequired,
  404: SENTENCES.notFound,
  413: 'The request is too large.',
  415: 'Please send this as JSON.',
};

/**
 * D31f: a failure that is no sentence of ours (a framework's page, a proxy's JSON) is told in the gateway's own words.
 * Undefined where the answer may go out as it is.
 */
export function toReplacementError(answer: IncomingMessage, service: ServiceName): ErrorResponse | undefined {
  const status = answer.statusCode ?? 502;
  if (status < 400) return undefined;
  const type = answer.headers['content-type'] ?? '';
  if (type.startsWith('text/plain') || type.startsWith('application/problem+json')) return undefined;
  if (status === 412 || status === 416) return undefined;
  if (status < 500) return { status, code: `HTTP_${status}`, message: MESSAGE_BY_STATUS[status] ?? SENTENCES.invalid };
  if (status < 502 || status > 504) return { status: 500, code: 'UNEXPECTED', message: SENTENCES.unexpected };
  const { code, sentence, extra } = status === 504 ? createTimeoutError(service) : createUnavailableError(service);
  return { status, code, message: sentence, retryAfterSeconds: extra.retryAfterSeconds };
}
