import { Inject, Injectable } from '@nestjs/common';
import {
  resolvedSessionSchema,
  type OpenGuestSessionRequest,
  type ResolvedSession,
  type ResolveSessionRequest,
} from '@shop/contracts-identity';
import { CONFIG } from '@shop/service-kit/http';
import { currentTraceparent } from '@shop/tracing';
import type { Config } from '../config.js';
import { createUnavailableError } from '../gateway.errors.js';
import { ServiceTokens } from '../service-tokens.js';

/** HTTP client of identity-svc. Node's fetch keeps connections alive. */
@Injectable()
export class IdentityClient {
  private readonly url: string;
  private readonly timeoutMs: number;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly tokens: ServiceTokens,
  ) {
    this.url = config.IDENTITY_URL;
    this.timeoutMs = config.IDENTITY_TIMEOUT_MS;
  }

  /** Throws the DomainError `unavailable` if identity-svc does not respond as specified. */
  resolveSession(request: ResolveSessionRequest): Promise<ResolvedSession> {
    return this.call('/internal/sessions/resolve', request, (text) => resolvedSessionSchema.parse(JSON.parse(text)));
  }

  /** Stores a new guest's session. Throws like `resolveSession`. */
  openGuestSession({ sid, guestId }: OpenGuestSessionRequest): Promise<void> {
    return this.call('/internal/sessions/open', { sid, guestId }, () => undefined);
  }

  private async call<T>(path: string, body: object, parse: (text: string) => T): Promise<T> {
    try {
      const text = await this.sendRequest(path, body).catch((error: unknown) => {
        // fetch throws a TypeError if a replica that left refused or closed the connection. The request is repeated once.
        if (error instanceof TypeError) return this.sendRequest(path, body);
        throw error;
      });
      return parse(text);
    } catch (cause) {
      throw Object.assign(createUnavailableError('identity'), { cause });
    }
  }

  private async sendRequest(path: string, body: object): Promise<string> {
    const traceparent = currentTraceparent();
    const response = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(await this.tokens.createHeaders('identity')),
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`identity-svc answered ${response.status}`);
    return text;
  }
}
