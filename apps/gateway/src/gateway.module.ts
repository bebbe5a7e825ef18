import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { createApiController } from './api/api.controller.js';
import { ArchiveService } from './api/archive.service.js';
import { RateLimits } from './api/rate-limits.service.js';
import { ServiceProxy } from './api/service-proxy.js';
import { CLOCK, CONFIG, LOGGER, type Config } from './config.js';
import { GatewayErrorFilter } from './gateway-error.filter.js';
import { HealthController, Readiness } from './health/health.controller.js';
import { Metrics } from './health/metrics.js';
import { OpenResponses, RequestHooks } from './requests/request.hooks.js';
import { listRoutes } from '@shop/contracts/routes';
import { EndedSessionsListener } from './sessions/ended-sessions.listener.js';
import { IdentityClient, SessionCache } from './sessions/session-cache.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { OpenApiController, SwaggerController } from './web/documentation.controller.js';
import { ShellPage } from './web/shell-page.js';
import { WebFilesArchive } from './web/web-files-archive.js';
import { WebController } from './web/web.controller.js';

@Module({})
export class GatewayModule {
  static with(config: Config, logger: Logger, now: () => number): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        HealthController,
        createApiController(listRoutes(config.NODE_ENV)),
        OpenApiController,
        ...(config.NODE_ENV === 'production' ? [] : [SwaggerController]),
        WebController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: now },
        { provide: APP_FILTER, useClass: GatewayErrorFilter },
        OpenResponses,
        RequestHooks,
        Metrics,
        Readiness,
        EndedSessionsListener,
        IdentityClient,
        SessionCache,
        SessionCookie,
        RateLimits,
        ServiceProxy,
        ArchiveService,
        ShellPage,
        WebFilesArchive,
      ],
    };
  }
}
