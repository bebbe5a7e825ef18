import { Controller, Get, Inject, Res } from '@nestjs/common';
import { CONFIG, Readiness } from '@shop/service-kit/http';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { WebReleases } from '../releases/web-releases.service.js';
import { ShopParts, type ShopState } from './shop-parts.js';

@Controller()
export class HealthController {
  constructor(
    private readonly parts: ShopParts,
    private readonly readiness: Readiness,
    private readonly releases: WebReleases,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('healthz')
  async getLiveness(@Res() reply: FastifyReply): Promise<void> {
    await reply.header('cache-control', 'no-store').send({ status: 'up', version: this.config.APP_VERSION });
  }

  /** The whole shop, for operators and alarms: 503 if a part is not up. */
  @Get('readyz')
  async getReadiness(@Res() reply: FastifyReply): Promise<void> {
    const { ready, parts } = await this.parts.getState();
    await this.sendReadiness(reply, { ready: ready && !this.readiness.isDraining, parts });
  }

  /**
   * This gateway alone, for balancers. A part that is down is down for every gateway, so only a shutdown makes this one not ready, and the start until
   * it has the web apps.
   */
  @Get('readyz/gateway')
  async getOwnReadiness(@Res() reply: FastifyReply): Promise<void> {
    const reason = this.releases.findMissing();
    await this.sendReadiness(reply, {
      ready: !this.readiness.isDraining && reason === undefined,
      ...(reason !== undefined && { reason }),
    });
  }

  private async sendReadiness(
    reply: FastifyReply,
    state: Pick<ShopState, 'ready'> & Partial<ShopState> & { reason?: string },
  ): Promise<void> {
    await reply
      .status(state.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(state);
  }
}
