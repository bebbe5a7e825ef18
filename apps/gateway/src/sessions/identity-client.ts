import { resolvedSessionSchema, type ResolvedSession, type ResolveSessionRequest } from '@shop/contracts/identity';
import { unavailable } from '../problems.js';

export interface IdentityClient {
  /** Throws the DomainError `unavailable` where identity-svc does not answer as agreed. */
  resolve(request: ResolveSessionRequest): Promise<ResolvedSession>;
}

/** Asks identity-svc over kept-alive connections (Node's own fetch keeps them). */
export function createIdentityClient(identityUrl: string, timeoutMs: number): IdentityClient {
  const url = new URL('/internal/sessions/resolve', identityUrl);
  const ask = async (request: ResolveSessionRequest): Promise<ResolvedSession> => {
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
    resolve: async (request) => {
      try {
        return await ask(request).catch((error: unknown) => {
          // A kept-alive connection may have been closed under our hands: fetch reports that as TypeError. Once more, then.
          if (error instanceof TypeError) return ask(request);
          throw error;
        });
      } catch (cause) {
        throw Object.assign(unavailable('identity'), { cause });
      }
    },
  };
}
