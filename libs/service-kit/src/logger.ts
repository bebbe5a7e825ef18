import { currentTraceparent, getTraceId } from '@shop/messaging';
import { pino, type Logger } from 'pino';
import type { ServiceConfig } from './config.js';
import { toLoggedError } from './logged-error.js';

/** Token of the service's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Never written, wherever they stand in a logged object. */
const REDACTED_FIELDS = ['password', 'token', 'clientSecret', 'cookie', 'authorization', '["x-identity-token"]'];

/** The W3C trace of the request or event that is being handled. */
function getTraceField(): { traceId?: string } {
  const traceId = getTraceId(currentTraceparent());
  return traceId ? { traceId } : {};
}

/** JSON lines on standard output, one logger a process; each names the trace it belongs to. */
export function createLogger(service: string, config: Pick<ServiceConfig, 'LOG_LEVEL'>): Logger {
  return pino({
    name: service,
    level: config.LOG_LEVEL,
    serializers: { err: toLoggedError },
    mixin: getTraceField,
    redact: { paths: REDACTED_FIELDS.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]), censor: '…' },
  });
}
