import { findDevelopmentProblems } from '@shop/contracts/common';
import { z } from 'zod';

/** Injection token of the service's parsed configuration. */
export const CONFIG = Symbol('CONFIG');

const pem = z
  .string()
  .min(1)
  .transform((value) => value.replaceAll('\\n', '\n'));

/** Environment variables of every service. Each service extends the schema in its own `config.ts`. */
export const serviceEnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Listen address. Only the gateway calls services, so the default is local. */
  HOST: z.string().default('127.0.0.1'),
  /** 0 selects a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** The service's own database. Services never share one. */
  DATABASE_URL: z.url(),
  /** Connection pool size. All instances share the server's connection limit. */
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  /** Events use RabbitMQ if this is set, otherwise PostgreSQL. */
  RABBITMQ_URL: z.url().optional(),
  EVENTS_DATABASE_URL: z.url().optional(),
  /** Separates the exchanges and queues of several shops on one broker. */
  EVENTS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('shop'),
  /** Delays before each retry of a failed event, in milliseconds, comma-separated. After the last retry it becomes a dead letter. */
  EVENTS_RETRY_DELAYS_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** RabbitMQ deletes a queue with its messages after this time without use. Unset in production, where queues are permanent. */
  EVENTS_QUEUE_EXPIRES_MS: z.coerce.number().int().min(60_000).max(2_147_483_647).optional(),
  /** Whether this process runs scheduled work (`@Cron`). Tests call it themselves. */
  SCHEDULES_ENABLED: z.stringbool().default(true),
  /** Public key (PEM, ES256) of the identity tokens that identity-svc signs; during a rotation two, one after the other. `\n` may be escaped. */
  IDENTITY_PUBLIC_KEY: pem,
  /** The same for the gateway's tokens, without which `/internal/` is refused. Required in production. */
  GATEWAY_PUBLIC_KEY: pem.optional(),
  /** At SIGTERM, how long the process still answers while it is not ready: longer than a balancer needs to notice. */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Folder for the service's files. */
  DATA_DIR: z.string().default('.data'),
});

export type ServiceConfig = z.output<typeof serviceEnvSchema>;

/** Thrown at start. Its stack is only its message, so that an uncaught error stays readable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

/**
 * Parses environment variables. An empty string counts as unset, because Compose files pass unset variables as empty strings.
 * @throws ConfigurationError with one line for each missing or invalid variable.
 */
export function parseEnvironment<Schema extends z.ZodType<ServiceConfig>>(
  service: string,
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = schema.safeParse(present);
  const problems = findDevelopmentProblems(present);
  if (!parsed.success || problems.length > 0) {
    const lines = [
      ...(parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
      ...problems.map(({ variable, message }) => `  ${variable}: ${message}`),
    ];
    throw new ConfigurationError(
      `${service} cannot start because environment variables are missing or invalid:\n${lines.join('\n')}`,
    );
  }
  if (!parsed.data.RABBITMQ_URL && !parsed.data.EVENTS_DATABASE_URL) {
    throw new ConfigurationError(`${service} cannot start: RABBITMQ_URL or EVENTS_DATABASE_URL must be set.`);
  }
  if (parsed.data.NODE_ENV === 'production' && !parsed.data.GATEWAY_PUBLIC_KEY) {
    throw new ConfigurationError(`${service} cannot start: GATEWAY_PUBLIC_KEY must be set in production.`);
  }
  return parsed.data;
}
