import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, RowChangeListener } from '@shop/service-kit';
import type { Logger } from 'pino';
import type { Config } from '../config.js';

/** PostgreSQL channel that notifies every instance of a changed job. The payload is the job's id. */
export const JOB_CHANNEL = 'ai_jobs_changed';

@Injectable()
export class JobSignals extends RowChangeListener {
  constructor(@Inject(CONFIG) { DATABASE_URL: databaseUrl }: Config, @Inject(LOGGER) logger: Logger) {
    super({ databaseUrl, channel: JOB_CHANNEL, logger });
  }
}
