import { resolvedSessionSchema, type ResolvedSession, type ResolveSessionRequest } from '@shop/contracts/identity';
import { createUnavailableError } from '../gateway.errors.js';

export interface IdentityClient {
  /** Throws the DomainError `unavailable` if identity-svc does not respond as specified. */
  resolveSession(request: ResolveSessionRequest): Promise<ResolvedSession>;
}

/** HTTP client of identity-svc. Node's fetch keeps connections alive. */
export function createIdentityClient(identityUrl: string, timeoutMs: number): IdentityClient {
  const url = new URL('/internal/sessions/resolve', identityUrl);
  const sendRequest = async (request: ResolveSessionRequest): Promise<ResolvedSession> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`identity-svc answered ${response.status}`);
    return resolvedSessionSchema.parse(JSON.parse(text));
  };
  return {
    resolveSession: async (request) => {
      try {
        return await sendRequest(request).catch((error: unknown) => {
          // fetch throws a TypeError if a kept-alive connection was closed by the server. The request is repeated once.
          if (error instanceof TypeError) return sendRequest(request);
          throw error;
        });
      } catch (cause) {
        throw Object.assign(createUnavailableError('identity'), { cause });
      }
    },
  };
}
