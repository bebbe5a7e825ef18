import { Inject, Injectable } from '@nestjs/common';
import { resolvedSessionSchema, type ResolvedSession, type ResolveSessionRequest } from '@shop/contracts/identity';
import { CONFIG, type Config } from '../config.js';
import { createUnavailableError } from '../gateway.errors.js';

/** HTTP client of identity-svc. Node's fetch keeps connections alive. */
@Injectable()
export class IdentityClient {
  private readonly url: URL;
  private readonly timeoutMs: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.url = new URL('/internal/sessions/resolve', config.IDENTITY_URL);
    this.timeoutMs = config.IDENTITY_TIMEOUT_MS;
  }

  /** Throws the DomainError `unavailable` if identity-svc does not respond as specified. */
  async resolveSession(request: ResolveSessionRequest): Promise<ResolvedSession> {
    try {
      return await this.sendRequest(request).catch((error: unknown) => {
        // fetch throws a TypeError if a kept-alive connection was closed by the server. The request is repeated once.
        if (error instanceof TypeError) return this.sendRequest(request);
        throw error;
      });
    } catch (cause) {
      throw Object.assign(createUnavailableError('identity'), { cause });
    }
  }

  private async sendRequest(request: ResolveSessionRequest): Promise<ResolvedSession> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`identity-svc answered ${response.status}`);
    return resolvedSessionSchema.parse(JSON.parse(text));
  }
}
