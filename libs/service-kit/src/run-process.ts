import { setTimeout as delay } from 'node:timers/promises';
import { startTracing } from '@shop/tracing';
import type { Logger } from 'pino';
import type { ProcessConfig } from './environment.js';

/** An app that listens. */
export interface RunningApp {
  /** For the log: its address. */
  readonly url?: string;
  /** From now on it is not ready, and still answers. */
  startDraining(): void;
  /** Waits for running requests, and closes. */
  close(): Promise<void>;
}

export interface ProcessOptions {
  service: string;
  config: Pick<
    ProcessConfig,
    'APP_VERSION' | 'SHUTDOWN_DELAY_MS' | 'DRAIN_MS' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'
  >;
  logger: Logger;
  /** After SHUTDOWN_DELAY_MS and DRAIN_MS, the process ends at last after this time, with what still runs. */
  closeMarginMs: number;
}

/**
 * Runs an app as this process. Shuts down gracefully on SIGTERM, on SIGINT, and when the IPC channel to the parent process closes, so
 * that a killed `npm start` leaves no orphans. After a signal it first answers for SHUTDOWN_DELAY_MS without being ready. Traces are sent from
 * before the start to after the end.
 */
export async function runProcess(start: () => Promise<RunningApp>, options: ProcessOptions): Promise<void> {
  const { service, config, logger, closeMarginMs } = options;
  const stopTracing = await startTracing({
    service,
    version: config.APP_VERSION,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    onLoss: (reason) => logger.warn({ reason }, 'Some traces could not be sent'),
  });
  let app: RunningApp | undefined;
  let isStopping = false;
  const shutDown = (reason: string, delayMs = config.SHUTDOWN_DELAY_MS): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'Shutting down');
    // Nothing is served yet, and a migration is a transaction.
    if (!app) return process.exit(0);
    const running = app;
    running.startDraining();
    setTimeout(() => process.exit(1), delayMs + config.DRAIN_MS + closeMarginMs).unref();
    delay(delayMs)
      .then(() => running.close())
      .then(stopTracing)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'Shutdown failed');
          process.exit(1);
        },
      );
  };
  // Before the start: the first process of a container ignores signals without a handler.
  process.once('SIGTERM', (signal) => shutDown(signal));
  process.once('SIGINT', (signal) => shutDown(signal));
  process.once('disconnect', () => shutDown('disconnect', 0));
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'Unhandled promise rejection'));
  await start().then(
    (started) => {
      app = started;
      logger.info({ url: started.url }, 'Started');
    },
    (error: unknown) => {
      logger.fatal({ err: error }, 'Could not start');
      process.exit(1);
    },
  );
}
