import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@shop/contracts-common';
import { InboxStrategy } from '@shop/messaging';
import { LogController } from 'fastify';
import { Logger } from 'nestjs-pino';
import type { Logger as PinoLogger } from 'pino';
import { Registry } from 'prom-client';
import type { ServiceConfig } from './config.js';
import { countConnections, describeConnections } from './database/connections.js';
import { StartProgress } from './database/start-progress.js';
import { CONFIG, ConfigurationError, SERVICE } from './environment.js';
import { Readiness } from './health/readiness.js';
import { installDrain } from './serving/drain.js';
import { EarlyServer } from './serving/early-server.js';
import { installJsonBodies, installRequestHooks, refuseAllButHealth } from './http/request-hooks.js';
import { LOGGER } from './logger.js';
import { runProcess, type RunningApp } from './run-process.js';

/** Same limit as the gateway's for JSON bodies. */
const BODY_LIMIT_BYTES = 100 * 1024;

/** For jobs, events and the database. Work that still runs is aborted, and its queue repeats it. */
const CLOSE_MARGIN_MS = 8_000;

interface StartedService {
  service: ServiceName;
  config: ServiceConfig;
  logger: PinoLogger;
  progress: StartProgress;
}

function getServiceConfig(module: DynamicModule): StartedService {
  const root = module.imports?.find(
    (entry): entry is DynamicModule =>
      typeof entry === 'object' && 'module' in entry && entry.module.name === 'ServiceModule',
  );
  const getProvided = <T>(token: symbol | typeof StartProgress): T => {
    const provider = root?.providers?.find(
      (entry) => typeof entry === 'object' && 'provide' in entry && entry.provide === token,
    );
    if (!provider || !('useValue' in provider))
      throw new ConfigurationError('AppModule must import ServiceModule.forRoot first');
    return provider.useValue as T;
  };
  return {
    service: getProvided<ServiceName>(SERVICE),
    config: getProvided<ServiceConfig>(CONFIG),
    logger: getProvided<PinoLogger>(LOGGER),
    progress: getProvided<StartProgress>(StartProgress),
  };
}

/** Starts a service (HTTP and events) and resolves once it is ready; its port is open before. The caller closes it. `bootstrap` runs it as a process. */
export async function startService(module: DynamicModule): Promise<NestFastifyApplication> {
  const { service, config, logger, progress } = getServiceConfig(module);
  const server = new EarlyServer({ service, version: config.APP_VERSION, progress });
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: 'x-request-id',
    genReqId: () => randomUUID(),
    serverFactory: (handler: RequestListener) => server.useHandler(handler),
    forceCloseConnections: 'idle',
    // A gateway may send a request on an open connection at this moment. It is answered, and its connection closed.
    return503OnClosing: false,
  });
  await server.openPort(config.PORT, config.HOST);
  const options = { rawBody: true, bufferLogs: true, abortOnError: false };
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options).catch((error: unknown) => {
    server.close();
    throw error;
  });
  try {
    app.useLogger(app.get(Logger));
    installJsonBodies(app, BODY_LIMIT_BYTES);
    installRequestHooks(adapter.getInstance(), app.get(Registry));
    if (config.ROLE === 'worker') refuseAllButHealth(adapter.getInstance(), service);
    installDrain(adapter.getInstance(), { service, readiness: app.get(Readiness), drainMs: config.DRAIN_MS });
    app.connectMicroservice({ strategy: app.get(InboxStrategy) }, { inheritAppConfig: true });
    await app.startAllMicroservices();
    await app.listen(config.PORT, config.HOST);
    return app;
  } catch (error) {
    await app
      .close()
      .catch((closing: unknown) =>
        logger.error({ err: closing }, 'Could not close the application after a failed start'),
      );
    server.close();
    throw error;
  }
}

/** Runs a service as this process. */
export async function bootstrap(module: DynamicModule): Promise<void> {
  const { logger } = getServiceConfig(module);
  const start = async (): Promise<RunningApp> => {
    const app = await startService(module);
    const connections = countConnections(app);
    logger.info({ connections }, describeConnections(connections));
    return { startDraining: () => app.get(Readiness).startDraining(), close: () => app.close() };
  };
  await runProcess(start, { ...getServiceConfig(module), closeMarginMs: CLOSE_MARGIN_MS });
}
