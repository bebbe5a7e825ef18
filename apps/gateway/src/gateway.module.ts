import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CONFIG, LOGGER, Readiness } from '@shop/service-kit/http';
import type { Logger } from 'pino';
import { ApiGuards } from './api/api.guards.js';
import { ApiRoutes } from './api/api.routes.js';
import { ArchiveService } from './api/archive.service.js';
import { CsrfGuard } from './api/csrf.guard.js';
import { RateLimits } from './api/rate-limits.service.js';
import { RouteTable } from './api/route-table.js';
import { ServiceProxy } from './api/service-proxy.js';
import { ServiceRoutes } from './api/service-routes.js';
import { SessionGuard } from './api/session.guard.js';
import { SessionQueues } from './api/session-queues.service.js';
import { StreamLimits } from './api/stream-limits.service.js';
import { CLOCK, type Config } from './config.js';
import { HealthController } from './health/health.controller.js';
import { ShopParts } from './health/shop-parts.js';
import { GatewayErrorFilter } from './requests/gateway-error.filter.js';
import { WebReleases } from './releases/web-releases.service.js';
import { Metrics } from './requests/metrics.js';
import { OpenResponses } from './requests/open-responses.js';
import { RequestHooks } from './requests/request.hooks.js';
import { SessionCookie } from './requests/session-cookie.js';
import { ServiceTokens } from './service-tokens.js';
import { EndedSessionsListener } from './sessions/ended-sessions.listener.js';
import { IdentityClient } from './sessions/identity.client.js';
import { SessionCache } from './sessions/session-cache.js';
import { CspReportsController } from './web/csp-reports.controller.js';
import { OpenApiController } from './web/open-api.controller.js';
import { SessionStreams } from './sessions/session-streams.js';
import { PageHeads } from './web/page-heads.service.js';
import { ShellPage } from './web/shell-page.js';
import { SwaggerController } from './web/swagger.controller.js';
import { WebController } from './web/web.controller.js';
import { WellKnownFiles } from './web/well-known-files.service.js';
import { WebLimitGuard } from './web/web-limit.guard.js';

@Module({})
export class GatewayModule {
  static with(config: Config, logger: Logger, now: () => number): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        HealthController,
        OpenApiController,
        CspReportsController,
        ...(config.NODE_ENV === 'production' ? [] : [SwaggerController]),
        WebController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: now },
        { provide: Readiness, useValue: new Readiness() },
        GatewayErrorFilter,
        { provide: APP_FILTER, useExisting: GatewayErrorFilter },
        OpenResponses,
        RequestHooks,
        Metrics,
        ShopParts,
        EndedSessionsListener,
        IdentityClient,
        SessionCache,
        SessionStreams,
        SessionCookie,
        SessionGuard,
        CsrfGuard,
        ApiGuards,
        ApiRoutes,
        RouteTable,
        ServiceRoutes,
        RateLimits,
        SessionQueues,
        StreamLimits,
        ServiceProxy,
        ServiceTokens,
        ArchiveService,
        PageHeads,
        ShellPage,
        WebReleases,
        WellKnownFiles,
        WebLimitGuard,
      ],
    };
  }
}
