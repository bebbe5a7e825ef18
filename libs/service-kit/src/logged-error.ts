import { stdSerializers } from 'pino';

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
