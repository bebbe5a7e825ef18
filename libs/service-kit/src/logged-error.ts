import { stdSerializers } from 'pino';

/** What may be said of an error beside its message and its stack. */
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
 * An error as it is logged: what it is, where, and why. Left out is everything else that hangs on it: a database's errors carry
 * the statement's parameters and the row that was refused, and in them people's addresses, hashes of passwords and links.
 */
export function toLoggedError(error: unknown): unknown {
  if (!isErrorLike(error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  const logged: LoggedError = { type, message, stack };
  for (const key of LOGGED_FIELDS) if (error[key] !== undefined) logged[key] = error[key];
  if (Array.isArray(error.errors)) logged.errors = error.errors.map(toLoggedError);
  return logged;
}
