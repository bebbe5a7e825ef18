import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, getSessionUrl, LOGGER, RowChangeListener } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';

/** The PostgreSQL channel on which triggers announce each change of an order to every instance. */
const ORDER_CHANNEL = 'orders_changed';

@Injectable()
export class OrderSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    super({ sessionUrl: getSessionUrl(config), channel: ORDER_CHANNEL, logger });
  }
}
