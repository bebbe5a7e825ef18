import { Controller, Get, Inject, Injectable, Res } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import { RateLimits } from '../api/rate-limits.service.js';
import { CONFIG, getServiceUrls, type Config } from '../config.js';
import { OpenResponses } from '../requests/request.hooks.js';
import { EndedSessionsListener } from '../sessions/ended-sessions.listener.js';

/** `degraded`: a service that works without the parts that are down. */
export type PartState = 'up' | 'down' | 'degraded';

export interface ShopPart {
  state: PartState;
  /** For the operator: what is wrong with a part of the gateway, if it says so. */
  reason?: string;
  /** Parts of the service, from its `/healthz/parts`. */
  parts?: Record<string, PartState>;
}

/** The body of `/readyz`. */
export interface ShopState {
  /** Whether every part is up. */
  ready: boolean;
  parts: Record<string, ShopPart>;
}

/** A service or part that does not answer within this time is down. The services' own checks take at most two seconds. */
const CHECK_TIMEOUT_MS = 2_500;
/** `/readyz` is public, so results are cached to limit the load on the services. */
const CACHE_MS = 500;

/** A service of the previous version has no `/healthz/parts`, but answers. */
async function checkService(url: string): Promise<ShopPart> {
  try {
    const response = await fetch(new URL('/healthz/parts', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    if (response.status === 404) return { state: 'up' };
    return response.ok ? ((await response.json()) as ShopPart) : { state: 'down' };
  } catch {
    return { state: 'down' };
  }
}

async function checkOwnPart(check: () => Promise<unknown>): Promise<ShopPart> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<ShopPart>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'down' }), CHECK_TIMEOUT_MS);
  });
  const result = check().then(
    (): ShopPart => ({ state: 'up' }),
    (error: unknown): ShopPart => ({
      state: 'down',
      ...(isDomainError(error) ? { reason: error.message } : {}),
    }),
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** The state of every service and part, for operators. */
@Injectable()
export class ShopParts {
  private cached: { until: number; state: Promise<ShopState> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly endedSessions: EndedSessionsListener,
    private readonly limits: RateLimits,
  ) {}

  getState(): Promise<ShopState> {
    if (!this.cached || Date.now() >= this.cached.until) {
      const checking = { until: Number.POSITIVE_INFINITY, state: this.checkAll() };
      this.cached = checking;
      void checking.state.finally(() => (checking.until = Date.now() + CACHE_MS));
    }
    return this.cached.state;
  }

  private async checkAll(): Promise<ShopState> {
    const services = Object.entries(getServiceUrls(this.config)).map(
      async ([name, url]) => [name, await checkService(url)] as const,
    );
    const own = { events: this.endedSessions, cache: this.limits };
    const parts = Object.entries(own).map(
      async ([name, part]) => [name, await checkOwnPart(() => part.checkConnection())] as const,
    );
    const states = await Promise.all([...services, ...parts]);
    return { ready: states.every(([, { state }]) => state === 'up'), parts: Object.fromEntries(states) };
  }
}

@Controller()
export class HealthController {
  constructor(
    private readonly parts: ShopParts,
    private readonly openResponses: OpenResponses,
  ) {}

  @Get('healthz')
  async getLiveness(@Res() reply: FastifyReply): Promise<void> {
    await reply.header('cache-control', 'no-store').send({ status: 'up' });
  }

  /** The whole shop, for operators and alarms: 503 if a part is not up. */
  @Get('readyz')
  async getReadiness(@Res() reply: FastifyReply): Promise<void> {
    const { ready, parts } = await this.parts.getState();
    await this.sendReadiness(reply, { ready: ready && !this.openResponses.isDraining, parts });
  }

  /** This gateway alone, for balancers. A part that is down is down for every gateway, so only a shutdown makes this one not ready. */
  @Get('readyz/gateway')
  async getOwnReadiness(@Res() reply: FastifyReply): Promise<void> {
    await this.sendReadiness(reply, { ready: !this.openResponses.isDraining });
  }

  private async sendReadiness(
    reply: FastifyReply,
    state: Pick<ShopState, 'ready'> & Partial<ShopState>,
  ): Promise<void> {
    await reply
      .status(state.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state);
  }
}
