import { z } from 'zod';

/** Token under which a service's parsed configuration is injected. */
export const CONFIG = Symbol('CONFIG');

const pem = z
  .string()
  .min(1)
  .transform((value) => value.replaceAll('\\n', '\n'));

/** What every service reads from its environment; a service extends it in its own `config.ts`. */
export const serviceEnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Address the HTTP side listens on; services are reached through the gateway only. */
  HOST: z.string().default('127.0.0.1'),
  /** 0 takes a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** The service's own database; no other service may be given it. */
  DATABASE_URL: z.url(),
  /** Connections to the database; several instances share the server's limit. */
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  /** Events go over RabbitMQ where this is set, else over PostgreSQL. */
  RABBITMQ_URL: z.url().optional(),
  EVENTS_DATABASE_URL: z.url().optional(),
  /** Keeps apart the exchanges and queues of several shops on one broker. */
  EVENTS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('shop'),
  /** Pauses before an event that failed is tried again, in milliseconds, comma between; after the last it is a dead letter. */
  EVENTS_RETRY_DELAYS_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** RabbitMQ drops a queue, and what is in it, once no process has used it for this long. Unset in production: queues stay. */
  EVENTS_QUEUE_EXPIRES_MS: z.coerce.number().int().min(60_000).max(2_147_483_647).optional(),
  /** PEM of the key that identity-svc signs identity tokens with (ES256). `\n` may be escaped. */
  IDENTITY_PUBLIC_KEY: pem,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Folder for files the service keeps. */
  DATA_DIR: z.string().default('.data'),
});

export type ServiceConfig = z.output<typeof serviceEnvSchema>;

/** Thrown at start; its text names each wrong variable and nothing else, so that it reads well uncaught. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/**
 * Parses an environment. Empty strings count as not set, as compose files write them.
 * @throws ConfigurationError with one line for each variable that is missing or wrong.
 */
export function parseEnvironment<Schema extends z.ZodType<ServiceConfig>>(
  service: string,
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigurationError(`${service} cannot start, its environment is not right:\n${lines.join('\n')}`);
  }
  if (!parsed.data.RABBITMQ_URL && !parsed.data.EVENTS_DATABASE_URL) {
    throw new ConfigurationError(`${service} cannot start: RABBITMQ_URL or EVENTS_DATABASE_URL must be set.`);
  }
  return parsed.data;
}
