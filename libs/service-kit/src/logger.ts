import { hostname } from 'node:os';
import { currentLogIds } from '@shop/tracing';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { ProcessConfig } from './environment.js';

/** Error properties that are logged besides message and stack. */
const LOGGED_FIELDS = ['code', 'kind', 'constraint', 'table', 'statusCode', 'syscall', 'address', 'port'] as const;

type LoggedFields = Partial<Record<(typeof LOGGED_FIELDS)[number], unknown>>;

interface LoggedError extends LoggedFields {
  type: string;
  message: string;
  stack: string;
  errors?: unknown[];
}

const isErrorLike = (value: unknown): value is Error & LoggedFields & { errors?: unknown } =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';

/**
 * Reduces an error to what may be logged. Database errors carry the statement's parameters and the rejected row, which contain
 * personal data, password hashes and secret links.
 */
export function toLoggedError(error: unknown): unknown {
  if (!isErrorLike(error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const logged: LoggedError = { type, message, stack };
  for (const key of LOGGED_FIELDS) if (error[key] !== undefined) logged[key] = error[key];
  if (Array.isArray(error.errors)) logged.errors = error.errors.map(toLoggedError);
  return logged;
}

/** Injection token of the process's pino logger. */
export const LOGGER = Symbol('LOGGER');

/** Redacted at the top level of a logged object and one level below. */
const REDACTED_FIELDS = ['password', 'token', 'clientSecret', 'cookie', 'authorization', '["x-identity-token"]'];

/**
 * Writes JSON lines, by default to standard output, each with the version and the ids of the current request, event or job: `requestId`, `traceId`, `spanId`. One logger
 * per process.
 */
export function createLogger(
  service: string,
  config: Pick<ProcessConfig, 'APP_VERSION' | 'LOG_LEVEL'>,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    name: service,
    base: { pid: process.pid, hostname: hostname(), version: config.APP_VERSION },
    level: config.LOG_LEVEL,
    serializers: { err: toLoggedError },
    mixin: () => ({ ...currentLogIds() }),
    redact: {
      paths: REDACTED_FIELDS.flatMap((name) => [name, name.startsWith('[') ? `*${name}` : `*.${name}`]),
      censor: '…',
    },
  };
  return pino(options, destination);
}
