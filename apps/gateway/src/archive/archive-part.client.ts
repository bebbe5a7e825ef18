import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { DomainError, SENTENCES } from '@shop/contracts/common';
import { createTimeoutError, createUnavailableError } from '../gateway.errors.js';
import type { ServiceName } from '../routes.js';

interface PartRequest {
  service: ServiceName;
  url: URL;
  headers: OutgoingHttpHeaders;
  /** Until the answer begins. */
  timeoutMs: number;
  /** Lets go of the part, whether it is being asked or already answering. */
  signal: AbortSignal;
}

/**
 * Asks one service for its part, and resolves once its tar begins; not a byte of it is read yet. A connection of its
 * own, since it may stand still for minutes while the parts before it go out. Throws the DomainError to answer with.
 */
export function fetchPart({ service, url, headers, timeoutMs, signal }: PartRequest): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => outgoing.destroy(createTimeoutError(service)), timeoutMs);
    const outgoing = request(
      url,
      { headers: { ...headers, accept: 'application/x-tar' }, agent: false, signal },
      (answer) => {
        clearTimeout(timeout);
        const refusal = toPartError(answer, service);
        if (!refusal) return resolve(answer);
        answer.resume();
        reject(refusal);
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
  // The session ended while it was asked.
  if (statusCode === 401) return new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
  return Object.assign(createUnavailableError(service), {
    cause: new Error(`${service} answered ${statusCode} ${headers['content-type'] ?? ''}`),
  });
}
