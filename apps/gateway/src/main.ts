import { pino } from 'pino';
import { readConfig } from './config.js';
import { startGateway } from './gateway.js';

const config = readConfig();
const logger = pino({ name: 'gateway', level: config.LOG_LEVEL }, pino.destination({ sync: false }));

const gateway = await startGateway(config, logger).catch((error: unknown) => {
  logger.fatal({ err: error }, 'Gateway could not start');
  process.exit(1);
});
logger.info({ url: gateway.url, metrics: gateway.metricsUrl }, 'Gateway is listening');

let isStopping = false;
const shutDown = (reason: string, delayMs = config.SHUTDOWN_DELAY_MS): void => {
  if (isStopping) return;
  isStopping = true;
  logger.info({ reason }, 'Gateway is shutting down');
  setTimeout(() => process.exit(1), delayMs + config.DRAIN_MS + 1_000).unref();
  gateway.stop(delayMs).then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'Gateway shutdown failed');
      process.exit(1);
    },
  );
};
process.once('SIGTERM', (signal) => shutDown(signal));
process.once('SIGINT', (signal) => shutDown(signal));
// `npm start` opens an IPC channel. When it closes, the parent is gone and this process must end too.
process.once('disconnect', () => shutDown('disconnect', 0));
process.on('unhandledRejection', (error) => logger.error({ err: error }, 'Unhandled promise rejection'));
