import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { Access } from '../http/route.decorator.js';
import { formatMetrics } from '../metrics/service-metrics.js';

export type PartState = 'up' | 'down';

/** The body of `/healthz/parts`. `degraded`: the service works without the parts that are down. */
export interface ServiceState {
  state: PartState | 'degraded';
  parts: Record<string, PartState>;
}

type Check = () => Promise<unknown>;

/** A part that does not answer within this time counts as down. */
const CHECK_TIMEOUT_MS = 2_000;

async function runCheck(check: Check): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  const result = check().then(
    (): PartState => 'up',
    (): PartState => 'down',
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Whether this process gets requests: its database answers, and it is not shutting down. The service listens only after it has
 * migrated. Other parts are shown to operators. They are down for all replicas at once, so no replica leaves because of them.
 */
export class Readiness {
  private draining = false;
  private readonly parts = new Map<string, Check>();

  constructor(private readonly checkDatabase: Check) {}

  get isDraining(): boolean {
    return this.draining;
  }

  /** From now on the process is not ready, so that balancers send their requests elsewhere. */
  startDraining(): void {
    this.draining = true;
  }

  /** `check` resolves if the part answers, and rejects otherwise. */
  addPart(part: string, check: Check): void {
    this.parts.set(part, check);
  }

  async isReady(): Promise<boolean> {
    return !this.draining && (await runCheck(this.checkDatabase)) === 'up';
  }

  async getServiceState(): Promise<ServiceState> {
    const checks = [['database', this.checkDatabase] as const, ...this.parts];
    const states = await Promise.all(checks.map(async ([part, check]) => [part, await runCheck(check)] as const));
    const parts: Record<string, PartState> = Object.fromEntries(states);
    const isWhole = Object.values(parts).every((state) => state === 'up');
    return { state: parts.database === 'down' ? 'down' : isWhole ? 'up' : 'degraded', parts };
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

  @Get('healthz/parts')
  @Access('internal')
  getParts(): Promise<ServiceState> {
    return this.readiness.getServiceState();
  }

  @Get('readyz')
  @Access('internal')
  async getReadiness(@Res() reply: FastifyReply): Promise<void> {
    const ready = await this.readiness.isReady();
    await reply.status(ready ? 200 : 503).send({ ready });
  }

  @Get('metrics')
  @Access('internal')
  async getMetrics(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.registry.contentType).send(await formatMetrics(this.registry));
  }
}
