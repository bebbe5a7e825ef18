import { createLogger, runProcess } from '@shop/service-kit/http';
import { pino } from 'pino';
import { readConfig } from './config.js';
import { startGateway } from './gateway.js';

/** After the responses: connections to Redis and the broker are closed. */
const CLOSE_MARGIN_MS = 4_000;

const config = readConfig();
const logger = createLogger('gateway', config, pino.destination({ sync: false }));
await runProcess(() => startGateway(config, logger), {
  service: 'gateway',
  config,
  logger,
  closeMarginMs: CLOSE_MARGIN_MS,
});
