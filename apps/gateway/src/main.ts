import { pino } from 'pino';
import { readConfig } from './config.js';
import { startGateway } from './gateway.js';

const config = readConfig();
const logger = pino({ name: 'gateway', level: config.LOG_LEVEL }, pino.destination({ sync: false }));

const gateway = await startGateway(config, logger).catch((error: unknown) => {
  logger.fatal({ err: error }, 'could not start');
  process.exit(1);
});
logger.info({ url: gateway.url, metrics: gateway.metricsUrl }, 'listening');

let isStopping = false;
const shutDown = (reason: string): void => {
  if (isStopping) return;
  isStopping = true;
  logger.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), config.DRAIN_MS + 1_000).unref();
  gateway.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'stopped badly');
      process.exit(1);
    },
  );
};
process.once('SIGTERM', shutDown);
process.once('SIGINT', shutDown);
// Started with an IPC channel (by `npm start`): when the runner is gone, however it went, nothing stays behind.
process.once('disconnect', () => shutDown('disconnect'));
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'));
