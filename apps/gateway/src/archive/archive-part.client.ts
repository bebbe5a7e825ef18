import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { createTimeoutError, createUnavailableError } from '../gateway.errors.js';
import type { ServiceName } from '../routes.js';

interface PartRequest {
  service: ServiceName;
  url: URL;
  headers: OutgoingHttpHeaders;
  /** Until the response starts. */
  timeoutMs: number;
  /** Aborts the request, also after the response has started. */
  signal: AbortSignal;
}

/**
 * Requests one service's part and resolves when its tar starts, without reading it. Uses a separate connection, because the part
 * may wait for minutes while earlier parts are sent. Throws a DomainError.
 */
export function fetchPart({ service, url, headers, timeoutMs, signal }: PartRequest): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => outgoing.destroy(createTimeoutError(service)), timeoutMs);
    const outgoing = request(
      url,
      { headers: { ...headers, accept: 'application/x-tar' }, agent: false, signal },
      (response) => {
        clearTimeout(timeout);
        const error = toPartError(response, service);
        if (!error) return resolve(response);
        response.resume();
        reject(error);
      },
    );
    outgoing.on('error', (error) => {
      clearTimeout(timeout);
      reject(error instanceof DomainError ? error : Object.assign(createUnavailableError(service), { cause: error }));
    });
    outgoing.end();
  });
}

function toPartError({ statusCode = 0, headers }: IncomingMessage, service: ServiceName): DomainError | undefined {
  if (statusCode === 200 && headers['content-type'] === 'application/x-tar') return undefined;
  // The session has ended since the gateway's check.
  if (statusCode === 401) return new DomainError('SESSION_MISSING', 'unauthenticated', MESSAGES.notSignedIn);
  return Object.assign(createUnavailableError(service), {
    cause: new Error(`${service} answered ${statusCode} ${headers['content-type'] ?? ''}`),
  });
}
