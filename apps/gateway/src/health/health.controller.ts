import { Controller, Get, Inject, Injectable, Res } from '@nestjs/common';
import { isDomainError } from '@shop/contracts/common';
import type { FastifyReply } from 'fastify';
import { RateLimits } from '../api/rate-limits.service.js';
import { CONFIG, getServiceUrls, type Config } from '../config.js';
import { OpenResponses } from '../requests/request.hooks.js';
import { EndedSessionsListener } from '../sessions/ended-sessions.listener.js';

/** `degraded`: the component does not answer, but its service works without it. */
export type ComponentState = 'up' | 'down' | 'degraded';

export interface ServiceState {
  state: ComponentState;
  /** For the operator: what is wrong with a component of the gateway, if it says so. */
  reason?: string;
  /** Components of the service, from its `/readyz`. */
  parts?: Record<string, ComponentState>;
}

/** The body of `/readyz`. */
export interface ReadinessState {
  ready: boolean;
  parts: Record<string, ServiceState>;
}

/** A service or component that does not answer within this time is down. The services' own checks take at most two seconds. */
const CHECK_TIMEOUT_MS = 2_500;
/** `/readyz` is public, so results are cached to limit the load on the services. */
const CACHE_MS = 500;

async function checkService(url: string): Promise<ServiceState> {
  try {
    const response = await fetch(new URL('/readyz', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    const { parts } = (await response.json()) as { parts?: Record<string, ComponentState> };
    return { state: response.ok ? 'up' : 'down', ...(parts ? { parts } : {}) };
  } catch {
    return { state: 'down' };
  }
}

async function checkComponent(check: () => Promise<unknown>): Promise<ServiceState> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<ServiceState>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'down' }), CHECK_TIMEOUT_MS);
  });
  const result = check().then(
    (): ServiceState => ({ state: 'up' }),
    (error: unknown): ServiceState => ({
      state: 'down',
      ...(isDomainError(error) ? { reason: error.message } : {}),
    }),
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Ready if every service with its components answers. */
@Injectable()
export class Readiness {
  private cached: { until: number; state: Promise<ReadinessState> } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly endedSessions: EndedSessionsListener,
    private readonly limits: RateLimits,
  ) {}

  getState(): Promise<ReadinessState> {
    if (!this.cached || Date.now() >= this.cached.until) {
      const checking = { until: Number.POSITIVE_INFINITY, state: this.checkAll() };
      this.cached = checking;
      void checking.state.finally(() => (checking.until = Date.now() + CACHE_MS));
    }
    return this.cached.state;
  }

  private async checkAll(): Promise<ReadinessState> {
    const services = Object.entries(getServiceUrls(this.config)).map(
      async ([name, url]) => [name, await checkService(url)] as const,
    );
    const own = { events: this.endedSessions, cache: this.limits };
    const parts = Object.entries(own).map(
      async ([name, part]) => [name, await checkComponent(() => part.checkConnection())] as const,
    );
    const states = await Promise.all([...services, ...parts]);
    return { ready: states.every(([, { state }]) => state === 'up'), parts: Object.fromEntries(states) };
  }
}

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly openResponses: OpenResponses,
  ) {}

  @Get('healthz')
  async getLiveness(@Res() reply: FastifyReply): Promise<void> {
    await reply.header('cache-control', 'no-store').send({ status: 'up' });
  }

  @Get('readyz')
  async getReadiness(@Res() reply: FastifyReply): Promise<void> {
    const state = await this.readiness.getState();
    const status = state.ready && !this.openResponses.isDraining ? 200 : 503;
    await reply.status(status).header('cache-control', 'no-store').send(state);
  }
}
