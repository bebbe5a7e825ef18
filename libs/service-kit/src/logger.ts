import { currentTraceparent, getTraceId } from '@shop/messaging';
import { pino, type Logger } from 'pino';
import type { ServiceConfig } from './config.js';
import { toLoggedError } from './logged-error.js';

/** Injection token of the service's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Redacted at the top level of a logged object and one level below. */
const REDACTED_FIELDS = ['password', 'token', 'clientSecret', 'cookie', 'authorization', '["x-identity-token"]'];

/** The W3C trace id of the current request or event. */
function getTraceField(): { traceId?: string } {
  const traceId = getTraceId(currentTraceparent());
  return traceId ? { traceId } : {};
}

/** Writes JSON lines to standard output, each with the trace id of the current request or event. One logger per process. */
export function createLogger(service: string, config: Pick<ServiceConfig, 'LOG_LEVEL'>): Logger {
  return pino({
    name: service,
    level: config.LOG_LEVEL,
    serializers: { err: toLoggedError },
    mixin: getTraceField,
    redact: {
      paths: REDACTED_FIELDS.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
      censor: '…',
    },
  });
}
