import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { EventDefinition } from '@shop/contracts-common';
import { JobRunner, JobsModule, type JobOverrides } from '@shop/jobs';
import { EVENT_TRANSPORT, EventMetrics, MessagingModule, type EventTransport } from '@shop/messaging';
import { LoggerModule } from 'nestjs-pino';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { AccessGuard } from './access/access.guard.js';
import { IdentityTokenStrategy } from './access/identity-token.strategy.js';
import { ServiceTokenVerifier } from './access/service-token.verifier.js';
import { getSessionUrl, isWorker, type ServiceConfig } from './config.js';
import { databaseModule, type DatabaseOptions } from './database/database.module.js';
import { StartProgress } from './database/start-progress.js';
import { checkDatabase } from './database/database-state.js';
import { CONFIG, SERVICE } from './environment.js';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { ProblemFilter } from './http/problem.filter.js';
import { createLogger, LOGGER } from './logger.js';
import { addPartMetrics } from './health/part-metrics.js';
import { createMetricsRegistry } from './metrics/service-metrics.js';

export interface ServiceOptions<Config extends ServiceConfig = ServiceConfig> extends Omit<DatabaseOptions, 'logger'> {
  config: Config;
  /** The events that the service publishes. */
  events: readonly EventDefinition[];
  /** Event type → how many events one instance handles at a time. Default 10. */
  eventConcurrency?: Record<string, number>;
  /** Kind of job → what the configuration decides. */
  jobOptions?: Record<string, JobOverrides>;
}

function createReadiness(dataSource: DataSource, transport: EventTransport, registry: Registry): Readiness {
  const readiness = new Readiness(() => checkDatabase(dataSource));
  readiness.addPart('events', () => transport.checkConnection());
  addPartMetrics(registry, readiness);
  return readiness;
}

/** Common parts of every service: configuration, logging, database, events, health, error handling and access control. */
@Module({})
export class ServiceModule {
  static forRoot(options: ServiceOptions): DynamicModule {
    const { service, config } = options;
    const logger = createLogger(service, config);
    const progress = new StartProgress();
    return {
      module: ServiceModule,
      global: true,
      imports: [
        LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false }, forRoutes: [] }),
        PassportModule,
        databaseModule({ ...options, logger }, progress),
        JobsModule.forRoot({
          url: getSessionUrl(config),
          isWorker: isWorker(config),
          kinds: config.JOB_KINDS,
          // A worker has no requests to wait for. Another process could only draw again from the start.
          shutdownGraceMs: config.ROLE === 'worker' ? config.DRAIN_MS : undefined,
          hasSchedules: config.SCHEDULES_ENABLED,
          overrides: options.jobOptions,
        }),
        MessagingModule.forRoot({
          service,
          events: options.events,
          sessionUrl: getSessionUrl(config),
          isWorker: isWorker(config),
          rabbitmqUrl: config.RABBITMQ_URL,
          databaseUrl: config.EVENTS_DATABASE_URL,
          namespace: config.EVENTS_NAMESPACE,
          concurrency: options.eventConcurrency,
          retryDelaysMs: config.EVENTS_RETRY_DELAYS_MS,
          queueExpiresMs: config.EVENTS_QUEUE_EXPIRES_MS,
        }),
      ],
      controllers: [HealthController],
      providers: [
        { provide: SERVICE, useValue: service },
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: StartProgress, useValue: progress },
        {
          provide: Registry,
          useFactory: (dataSource: DataSource, events: EventMetrics, jobs: JobRunner) =>
            createMetricsRegistry(service, config.APP_VERSION, { dataSource, events, jobs }),
          inject: [getDataSourceToken(), EventMetrics, JobRunner],
        },
        { provide: Readiness, useFactory: createReadiness, inject: [getDataSourceToken(), EVENT_TRANSPORT, Registry] },
        { provide: ServiceTokenVerifier, useFactory: () => new ServiceTokenVerifier(service, config) },
        IdentityTokenStrategy,
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useValue: new ProblemFilter(service) },
      ],
      exports: [CONFIG, LOGGER, Registry, Readiness, MessagingModule],
    };
  }
}
