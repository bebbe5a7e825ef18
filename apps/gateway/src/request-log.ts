import type { Logger } from 'pino';
import type { RequestContext } from './request-context.js';
import type { Metrics } from './health/metrics.js';

/**
 * Writes one log line and one histogram entry per request, by route, without addresses or ids of people. Successful requests
 * without a session (files, public lists) are logged at level debug.
 */
export function logRequest(context: RequestContext, logger: Logger, metrics: Metrics): void {
  const { req, res, route } = context;
  const ms = performance.now() - context.startedAt;
  // 499: the client disconnected before the response was complete.
  const status = res.writableFinished ? res.statusCode : 499;
  metrics.observe(context, status, ms / 1000);
  const isQuiet = status < 400 && (route?.sessionless ?? true);
  if (isQuiet && !logger.isLevelEnabled('debug')) return;
  const line = {
    requestId: context.id,
    traceId: context.traceparent?.slice(3, 35),
    method: req.method,
    route: route?.path ?? 'web',
    status,
    ms: Math.round(ms),
  };
  if (isQuiet) logger.debug(line, 'answered');
  else logger.info(line, 'answered');
}
