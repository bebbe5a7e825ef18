import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Readiness, type Part, type PartState } from '@shop/service-kit/http';
import { RateLimits } from '../api/rate-limits.service.js';
import { getServiceUrls, type Config } from '../config.js';
import { EndedSessionsListener } from '../sessions/ended-sessions.listener.js';

export interface ShopPart extends Part {
  /** Parts of the service, from its `/healthz/parts`. */
  parts?: Record<string, PartState>;
}

/** The body of `/readyz`. */
export interface ShopState {
  /** Whether every part is up. */
  ready: boolean;
  parts: Record<string, ShopPart>;
}

/** A service that does not answer within this time is down. Its own checks take at most two seconds. */
const CHECK_TIMEOUT_MS = 2_500;
/** `/readyz` is public, so results are cached to limit the load on the services. */
const CACHE_MS = 500;

async function checkService(url: string): Promise<ShopPart> {
  try {
    const response = await fetch(new URL('/healthz/parts', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    return response.ok ? ((await response.json()) as ShopPart) : { state: 'down' };
  } catch {
    return { state: 'down' };
  }
}

/** The state of every service and part, for operators. */
@Injectable()
export class ShopParts {
  private cached: { until: number; state: Promise<ShopState> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly readiness: Readiness,
    endedSessions: EndedSessionsListener,
    limits: RateLimits,
  ) {
    readiness.addPart('events', () => endedSessions.checkConnection());
    readiness.addPart('cache', () => limits.checkConnection());
  }

  getState(): Promise<ShopState> {
    if (!this.cached || Date.now() >= this.cached.until) {
      const checking = { until: Number.POSITIVE_INFINITY, state: this.checkAll() };
      this.cached = checking;
      void checking.state.finally(() => (checking.until = Date.now() + CACHE_MS));
    }
    return this.cached.state;
  }

  private async checkAll(): Promise<ShopState> {
    const own = this.readiness.checkParts();
    const services = Object.entries(getServiceUrls(this.config)).map(
      async ([name, url]) => [name, await checkService(url)] as const,
    );
    const parts: Record<string, ShopPart> = { ...Object.fromEntries(await Promise.all(services)), ...(await own) };
    return { ready: Object.values(parts).every(({ state }) => state === 'up'), parts };
  }
}
