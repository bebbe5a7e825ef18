import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, getSessionUrl, LOGGER, RowChangeListener } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { DRAWING_CHANNEL } from './drawings.repository.js';

@Injectable()
export class DrawingSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    super({ sessionUrl: getSessionUrl(config), channel: DRAWING_CHANNEL, logger });
  }
}
