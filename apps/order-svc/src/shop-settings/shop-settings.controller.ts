import { createHash } from 'node:crypto';
import { Body, Controller, Headers, Inject, Res } from '@nestjs/common';
import type { AdminShop } from '@shop/contracts-order';
import type { BodyOf } from '@shop/contracts-common/routes';
import { changeShop, getAdminShop, getShop } from '@shop/contracts-order/routes';
import { Caller, CONFIG, parseIfMatch, Route, toAuditActor, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { ShopSettingsService } from './shop-settings.service.js';

const CACHE_CONTROL = 'public, max-age=60';

@Controller()
export class ShopSettingsController {
  constructor(
    private readonly settings: ShopSettingsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Route(getShop)
  async getShop(@Headers('if-none-match') ifNoneMatch: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    const body = JSON.stringify({
      ...(await this.settings.getPublicShop()),
      changeWindowMinutes: this.config.CHANGE_WINDOW_MINUTES,
    });
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    void reply.header('etag', etag).header('cache-control', CACHE_CONTROL);
    // A proxy that compresses may have made the tag weak.
    if (ifNoneMatch?.includes(etag)) await reply.status(304).send();
    else await reply.type('application/json; charset=utf-8').send(body);
  }

  @Route(getAdminShop)
  getAdminShop(): Promise<AdminShop> {
    return this.settings.getAdminShop();
  }

  @Route(changeShop)
  changeShop(
    @Caller() caller: Caller,
    @Body(zodPipe(changeShop.body)) change: BodyOf<typeof changeShop>,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<AdminShop> {
    return this.settings.changeSettings(change, toAuditActor(caller), parseIfMatch(ifMatch));
  }
}
