import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import type { ServiceConfig } from '../config.js';
import { CONFIG } from '../environment.js';
import { Access } from '../http/route.decorator.js';
import { formatMetrics } from '../metrics/process-metrics.js';
import { Readiness, type ServiceState } from './readiness.js';

/** For the gateway, the orchestrator and the metrics collector. The gateway has no public route to these addresses. */
@Controller()
export class HealthController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(Registry) private readonly registry: Registry,
    @Inject(CONFIG) private readonly config: ServiceConfig,
  ) {}

  @Get('healthz')
  @Access('internal')
  getLiveness(): { status: 'up'; version: string } {
    return { status: 'up', version: this.config.APP_VERSION };
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
