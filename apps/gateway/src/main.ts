import { createLogger, runProcess } from '@shop/service-kit/http';
import { pino } from 'pino';
import { readConfig } from './config.js';
import { startGateway } from './gateway.js';

/** After the responses: connections to Redis and the broker are closed. */
const CLOSE_MARGIN_MS = 1_000;

const config = readConfig();
const logger = createLogger('gateway', config, pino.destination({ sync: false }));
await runProcess(() => startGateway(config, logger), {
  service: 'gateway',
  config,
  logger,
  closeLimitMs: config.DRAIN_MS + CLOSE_MARGIN_MS,
});
