import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ApiHandler } from './api.handler.js';
import { getRates, getServiceUrls, getSiteUrl, type Config } from './config.js';
import { DocumentationHandler } from './documentation/documentation.handler.js';
import { RequestDispatcher } from './request-dispatcher.js';
import { createMetrics, createMetricsServer } from './health/metrics.js';
import { createReadiness } from './health/readiness.js';
import { createRateLimits } from './limits/rate-limits.js';
import { listRoutes } from './routes.js';
import { EndedSessionsListener } from './sessions/ended-sessions.listener.js';
import { createIdentityClient } from './sessions/identity.client.js';
import { SessionCache } from './sessions/session-cache.js';
import { NO_THIRD_PARTY, createDefaultHeaders, STRIPE_SOURCES } from './web/security-headers.js';
import { WebFilesHandler } from './web/web-files.handler.js';

/** Node closes a connection that was opened in advance after its `headersTimeout`, so it must exceed the keep-alive time. */
const HEADERS_MARGIN_MS = 5_000;

export interface Gateway {
  /** Public address. */
  url: string;
  metricsUrl: string;
  /** Accepts no new requests, waits for running ones, and closes. */
  stop(): Promise<void>;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const closeServer = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** A local address for a server that listens on all interfaces. */
const toLocalHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

function createParts(config: Config, logger: Logger, now: () => number) {
  const endedSessions = new EndedSessionsListener({
    rabbitmqUrl: config.RABBITMQ_URL,
    databaseUrl: config.EVENTS_DATABASE_URL,
    namespace: config.EVENTS_NAMESPACE,
    queueExpiresMs: config.EVENTS_QUEUE_EXPIRES_MS,
    logger,
    onEnded: (sidHashes) => sessions.endSessions(sidHashes),
    onGap: () => sessions.clear(),
  });
  const sessions = new SessionCache({
    identity: createIdentityClient(config.IDENTITY_URL, config.IDENTITY_TIMEOUT_MS),
    isReceivingEnds: () => endedSessions.isReceiving(),
    now,
  });
  const limits = createRateLimits({
    enabled: config.RATE_LIMIT_ENABLED,
    rates: getRates(config),
    namespace: config.EVENTS_NAMESPACE,
    redisUrl: config.REDIS_URL,
    onRedisError: (error) => logger.warn({ err: error }, 'Redis is unavailable, so rate limits are counted in memory'),
  });
  return { ended: endedSessions, sessions, limits, metrics: createMetrics() };
}

function createDispatcher(
  config: Config,
  logger: Logger,
  now: () => number,
  { ended, sessions, limits, metrics }: ReturnType<typeof createParts>,
) {
  const { origin, protocol } = new URL(getSiteUrl(config));
  const isHttps = protocol === 'https:';
  const api = new ApiHandler({ config, sessions, limits, logger, isDraining: () => dispatcher.isDraining });
  const web = new WebFilesHandler({
    shellDir: config.WEB_SHELL_DIR,
    remoteDirs: config.WEB_REMOTES,
    wellKnownDir: config.WELL_KNOWN_DIR,
    origin,
    isHttps,
    thirdParty: config.STRIPE_PUBLISHABLE_KEY ? STRIPE_SOURCES : NO_THIRD_PARTY,
    archiveDir: config.WEB_FILES_ARCHIVE_DIR,
    now,
    onArchiveError: (error) => logger.warn({ err: error }, 'Files of this build could not be archived'),
  });
  const dispatcher: RequestDispatcher = new RequestDispatcher({
    api,
    web,
    documentation: new DocumentationHandler(config.NODE_ENV, isHttps),
    readiness: createReadiness({
      urls: getServiceUrls(config),
      own: { events: () => ended.checkConnection(), cache: () => limits.checkConnection() },
    }),
    metrics,
    logger,
    routes: listRoutes(config.NODE_ENV),
    headers: createDefaultHeaders(isHttps),
    bodyTimes: { idleMs: config.BODY_IDLE_MS, uploadMaxMs: config.UPLOAD_MAX_MS },
  });
  return { api, web, dispatcher };
}

/** Starts the gateway. Resolves once it listens, and rejects if a port is in use. `now` is the clock of the session cache and of the archive. */
export async function startGateway(config: Config, logger: Logger, now: () => number = Date.now): Promise<Gateway> {
  const parts = createParts(config, logger, now);
  const { api, web, dispatcher } = createDispatcher(config, logger, now, parts);
  const timeouts = {
    // The dispatcher has its own limits for bodies, because Node's does not know whether bytes still arrive.
    requestTimeout: 0,
    headersTimeout: config.KEEP_ALIVE_MS + HEADERS_MARGIN_MS,
    keepAliveTimeout: config.KEEP_ALIVE_MS,
  };
  const server = createServer(timeouts, (req, res) => dispatcher.handle(req, res));
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => dispatcher.handle(req, res, true));
  const metricsServer = createMetricsServer(parts.metrics.registry);

  const port = await listen(server, config.PORT, config.HOST);
  const metricsPort = await listen(metricsServer, config.METRICS_PORT, config.METRICS_HOST).catch(
    async (error: unknown) => {
      await closeServer(server);
      throw error;
    },
  );
  parts.ended.start();

  const stop = async (): Promise<void> => {
    const closed = closeServer(server);
    const limit = setTimeout(() => server.closeAllConnections(), config.DRAIN_MS);
    await dispatcher.drain();
    clearTimeout(limit);
    // Only idle connections remain: browsers open some in advance.
    server.closeAllConnections();
    await closed;
    api.close();
    parts.limits.close();
    metricsServer.closeAllConnections();
    await Promise.all([parts.ended.stop(), closeServer(metricsServer), web.stop()]);
  };
  return {
    url: `http://${toLocalHost(config.HOST)}:${port}`,
    metricsUrl: `http://${toLocalHost(config.METRICS_HOST)}:${metricsPort}/metrics`,
    stop,
  };
}
