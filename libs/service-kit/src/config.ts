import { z } from 'zod';
import { ConfigurationError, pem, processEnvSchema, readEnvironment } from './environment.js';

/** Environment variables of every service. Each service extends the schema in its own `config.ts`. */
export const serviceEnvSchema = processEnvSchema.extend({
  /** The service's own database. Services never share one. PgBouncer in transaction mode may be in between. */
  DATABASE_URL: z.url(),
  /** The same database for what needs a session of its own: LISTEN, locks, jobs and migrations. Default: DATABASE_URL. */
  DATABASE_SESSION_URL: z.url().optional(),
  /** Connection pool size. All instances share the server's connection limit. */
  DATABASE_POOL: z.coerce.number().int().min(2).default(10),
  /** `start`: the process migrates its database when it starts, one after another. `wait`: it starts once `dist/migrate.js` has. */
  MIGRATIONS: z.enum(['start', 'wait']).default('start'),
  /** `web` answers requests; `worker` runs jobs and schedules, and handles events; `all` does both. Each publishes the events of the outbox. */
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  /** The kinds of jobs and schedules that a worker takes, comma-separated. Default: all. */
  JOB_KINDS: z
    .string()
    .transform((list) => list.split(',').map((kind) => kind.trim()))
    .transform((places) => places.filter((kind) => kind !== ''))
    .transform((kinds) => (kinds.length > 0 ? kinds : undefined))
    .optional(),
  /** Delays before each retry of a failed event, in milliseconds, comma-separated. After the last retry it becomes a dead letter. */
  EVENTS_RETRY_DELAYS_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** Whether this process runs scheduled work (`@Cron`). Tests call it themselves. */
  SCHEDULES_ENABLED: z.stringbool().default(true),
  /** Public key (PEM, ES256) of the identity tokens that identity-svc signs; during a rotation two, one after the other. */
  IDENTITY_PUBLIC_KEY: pem,
  /** The same for the gateway's tokens, without which `/internal/` is refused. Required in production. */
  GATEWAY_PUBLIC_KEY: pem.optional(),
  /** The data folder that contains the database, if the shop runs its own PostgreSQL. */
  DATABASE_FOLDER: z.string().optional(),
  /** Folder for the service's files. */
  DATA_DIR: z.string().default('.data'),
});

export type ServiceConfig = z.output<typeof serviceEnvSchema>;

type DatabaseAddresses = Pick<ServiceConfig, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>;

/** Whether the process runs jobs and handles events. */
export const isWorker = ({ ROLE }: Pick<ServiceConfig, 'ROLE'>): boolean => ROLE !== 'web';

/** Whether the process takes jobs of this kind. */
export const runsJob = (config: Pick<ServiceConfig, 'ROLE' | 'JOB_KINDS'>, { name }: { name: string }): boolean =>
  isWorker(config) && (config.JOB_KINDS?.includes(name) ?? true);

/** The address of the database for LISTEN, locks, jobs and migrations. */
export const getSessionUrl = ({ DATABASE_URL, DATABASE_SESSION_URL }: DatabaseAddresses): string =>
  DATABASE_SESSION_URL ?? DATABASE_URL;

/** Parses the environment variables of a service. Throws ConfigurationError. */
export function parseEnvironment<Schema extends z.ZodType<ServiceConfig> & { shape: object }>(
  service: string,
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const config = readEnvironment(service, schema, env);
  if (!config.RABBITMQ_URL && !config.EVENTS_DATABASE_URL)
    throw new ConfigurationError(`${service} cannot start: RABBITMQ_URL or EVENTS_DATABASE_URL must be set.`);
  if (config.NODE_ENV === 'production' && !config.GATEWAY_PUBLIC_KEY)
    throw new ConfigurationError(`${service} cannot start: GATEWAY_PUBLIC_KEY must be set in production.`);
  return config;
}

const migrateEnvSchema = processEnvSchema.extend({
  /** It opens none. */
  PORT: processEnvSchema.shape.PORT.default(0),
  DATABASE_URL: serviceEnvSchema.shape.DATABASE_URL,
  DATABASE_SESSION_URL: serviceEnvSchema.shape.DATABASE_SESSION_URL,
});

/** For the command that only migrates. Throws ConfigurationError. */
export const readMigrateConfig = (
  service: string,
  env: NodeJS.ProcessEnv = process.env,
): z.output<typeof migrateEnvSchema> => readEnvironment(service, migrateEnvSchema, env);
