import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { Access } from '../access/access.decorator.js';
import { Readiness } from './readiness.js';

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
    await reply.type(this.registry.contentType).send(await this.registry.metrics());
  }
}
