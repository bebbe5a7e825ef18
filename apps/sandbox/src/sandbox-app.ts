import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { installRequestFaults } from './faults/install-request-faults.js';
import { RequestFaultsService } from './faults/request-faults.service.js';
import type { Config } from './config.js';

/** Starts the sandbox and resolves once it listens. The caller closes it. */
export async function startSandboxApp(config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: config.LOG_LEVEL === 'silent' ? false : { level: config.LOG_LEVEL },
    forceCloseConnections: true,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), adapter, {
    abortOnError: false,
    rawBody: true,
    logger: config.LOG_LEVEL === 'silent' ? false : ['fatal', 'error', 'warn'],
  });
  installRequestFaults(adapter.getInstance(), app.get(RequestFaultsService));
  await app.listen(config.PORT, config.HOST);
  return app;
}
