import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, RowChangeListener } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { DRAWING_CHANNEL } from './drawings.repository.js';

@Injectable()
export class DrawingSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) { DATABASE_URL: databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    super({ databaseUrl, channel: DRAWING_CHANNEL, logger });
  }
}
