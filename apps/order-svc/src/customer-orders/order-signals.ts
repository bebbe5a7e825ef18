import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, RowSignals } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';

/** PostgreSQL channel on which every instance hears that an order moved on; a trigger tells (migration 0008). */
export const ORDER_CHANNEL = 'orders_moved';

@Injectable()
export class OrderSignals extends RowSignals {
  constructor(@Inject(CONFIG) { DATABASE_URL: databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    super({ databaseUrl, channel: ORDER_CHANNEL, logger });
  }
}
