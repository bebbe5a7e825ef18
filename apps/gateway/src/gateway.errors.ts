import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError, MESSAGES, SERVICE_NAMES, SERVICE_RESTARTING } from '@shop/contracts-common';
import type { ServiceName } from '@shop/contracts-common/routes';
import {
  createStatusError,
  encodeErrorResponse,
  toErrorResponse,
  UNEXPECTED,
  type ErrorResponse,
} from '@shop/service-kit/http';

/** False for the sandbox, which is no service of the shop. */
const isOwnService = (service: ServiceName): boolean => `${service}-svc` in SERVICE_NAMES;

const getServiceName = (service: ServiceName): string =>
  isOwnService(service) ? SERVICE_NAMES[`${service}-svc`] : 'The payment sandbox';

const RETRY_AFTER_SECONDS = 5;
const RETRY_LATER = { retryAfterSeconds: RETRY_AFTER_SECONDS };

export const createUnavailableError = (service: ServiceName): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'unavailable',
    `${getServiceName(service)} is unavailable right now. Please try again in a moment.`,
    RETRY_LATER,
  );

/** This gateway ends before the service has answered. */
export const createShutdownError = (service: ServiceName): DomainError =>
  new DomainError(
    SERVICE_RESTARTING,
    'unavailable',
    `${getServiceName(service)} is unavailable right now. Please try again in a moment.`,
    RETRY_LATER,
  );

/** The service accepted the connection, but closed it or sent invalid HTTP. */
export const createBrokenConnectionError = (service: ServiceName): DomainError =>
  new DomainError(
    'SERVICE_BROKE_OFF',
    'provider-failed',
    `${getServiceName(service)} is unavailable right now. Please try again in a moment.`,
    RETRY_LATER,
  );

export const createTimeoutError = (service: ServiceName): DomainError =>
  new DomainError(
    'SERVICE_TOO_SLOW',
    'timed-out',
    `${getServiceName(service)} is taking too long to answer. Please try again in a moment.`,
    RETRY_LATER,
  );

/** Chosen by us, because the client may still be sending: a pause of the client is 408 (RFC 9110, section 15.5.9). */
export const REQUEST_STALLED: ErrorResponse = {
  status: 408,
  code: 'REQUEST_STALLED',
  message: 'The request stopped before all of it had arrived. Please check your connection and try again.',
};

/** RFC 9110, section 15.5.20. */
export const HOST_FOREIGN: ErrorResponse = {
  status: 421,
  code: 'HOST_FOREIGN',
  message: 'This server does not answer for the name in this request. Please use the address of the shop.',
};

export const createNotFoundError = (): DomainError =>
  new DomainError('ADDRESS_UNKNOWN', 'not-found', MESSAGES.notFound);

/** Sends an error as plain text, or as RFC 9457 if the client asks for it. */
export const sendError = (req: IncomingMessage, res: ServerResponse, error: DomainError): void =>
  sendErrorResponse(req, res, toErrorResponse(error));

export function sendErrorResponse(req: IncomingMessage, res: ServerResponse, response: ErrorResponse): void {
  const { body, headers } = encodeErrorResponse(response, req.headers.accept);
  res.statusCode = response.status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('content-length', Buffer.byteLength(body));
  res.end(req.method === 'HEAD' ? undefined : body);
}

/**
 * Replaces an error response that is not ours (a framework's HTML page, a proxy's JSON), so that customers always see a readable
 * message. Undefined if the response may be sent unchanged.
 */
export function toReplacementError(response: IncomingMessage, service: ServiceName): ErrorResponse | undefined {
  const status = response.statusCode ?? 502;
  // Stripe's errors are JSON, which the payment form reads.
  if (status < 400 || !isOwnService(service)) return undefined;
  const type = response.headers['content-type'] ?? '';
  if (type.startsWith('text/plain') || type.startsWith('application/problem+json')) return undefined;
  if (status === 412 || status === 416) return undefined;
  if (status < 500) return createStatusError(status);
  if (status < 502 || status > 504) return UNEXPECTED;
  return { ...toErrorResponse(status === 504 ? createTimeoutError(service) : createUnavailableError(service)), status };
}
