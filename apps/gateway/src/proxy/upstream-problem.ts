import type { IncomingMessage } from 'node:http';
import { SENTENCES } from '@shop/contracts/common';
import type { PlainProblem } from '../problems.js';
import { tookTooLong, unavailable } from '../problems.js';
import type { ServiceName } from '../routes.js';

const PLAIN: Record<number, string> = {
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
export function problemInPlaceOf(answer: IncomingMessage, service: ServiceName): PlainProblem | undefined {
  const status = answer.statusCode ?? 502;
  if (status < 400) return undefined;
  const type = answer.headers['content-type'] ?? '';
  if (type.startsWith('text/plain') || type.startsWith('application/problem+json')) return undefined;
  if (status === 412 || status === 416) return undefined;
  if (status < 500) return { status, code: `HTTP_${status}`, sentence: PLAIN[status] ?? SENTENCES.invalid };
  if (status < 502 || status > 504) return { status: 500, code: 'UNEXPECTED', sentence: SENTENCES.unexpected };
  const { code, sentence, extra } = status === 504 ? tookTooLong(service) : unavailable(service);
  return { status, code, sentence, retryAfterSeconds: extra.retryAfterSeconds };
}
