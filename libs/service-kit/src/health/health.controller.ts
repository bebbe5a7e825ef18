import { Controller, Get, Inject, Res, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { Access } from '../http/route.decorator.js';
import { formatMetrics } from '../metrics/service-metrics.js';

/** `degraded`: the component does not answer, but the service works without it. */
export type ComponentState = 'up' | 'down' | 'degraded';

/** A component that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 2_000;

interface Check {
  run: () => Promise<unknown>;
  stateOnFailure: ComponentState;
}

async function runCheck({ run, stateOnFailure }: Check): Promise<ComponentState> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<ComponentState>((resolve) => {
    timer = setTimeout(() => resolve(stateOnFailure), CHECK_TIMEOUT_MS);
  });
  const result = run().then(
    (): ComponentState => 'up',
    (): ComponentState => stateOnFailure,
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Health checks of the components that this service depends on. Features add checks for their own components. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, Check>();

  /** `check` resolves if the component answers, and rejects otherwise. */
  addCheck(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, { run: check, stateOnFailure: 'down' });
  }

  /** For a component that the service can work without: a failed check reports `degraded`, and the service stays ready. */
  addOptionalCheck(part: string, check: () => Promise<unknown>): void {
    this.checks.set(part, { run: check, stateOnFailure: 'degraded' });
  }

  async runChecks(): Promise<{ ready: boolean; parts: Record<string, ComponentState> }> {
    const states = await Promise.all(
      [...this.checks].map(async ([part, check]) => [part, await runCheck(check)] as const),
    );
    return { ready: states.every(([, state]) => state !== 'down'), parts: Object.fromEntries(states) };
  }
}

/** For the gateway, the orchestrator and the metrics collector. The gateway has no public route to these addresses. */
@Controller()
export class HealthController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(Registry) private readonly registry: Registry,
  ) {}

  @Get('healthz')
  @Access('internal')
  getLiveness(): { status: 'up' } {
    return { status: 'up' };
  }

  @Get('readyz')
  @Access('internal')
  async getReadiness(@Res() reply: FastifyReply): Promise<void> {
    const state = await this.readiness.runChecks();
    await reply.status(state.ready ? 200 : 503).send(state);
  }

  @Get('metrics')
  @Access('internal')
  async getMetrics(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.registry.contentType).send(await formatMetrics(this.registry));
  }
}
