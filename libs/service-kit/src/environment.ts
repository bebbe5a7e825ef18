import { readFileSync } from 'node:fs';
import { findDevelopmentProblems } from '@shop/contracts-common';
import { z } from 'zod';

/** Injection token of the process's parsed configuration. */
export const CONFIG = Symbol('CONFIG');

/** Injection token of the name of the service. */
export const SERVICE = Symbol('SERVICE');

/** A PEM in one variable. `\n` may be escaped. */
export const pem = z
  .string()
  .min(1)
  .transform((value) => value.replaceAll('\\n', '\n'));

/** To a parser of addresses `mq2:5672` is one too. */
const isBrokerAddress = (url: string): boolean => /^amqps?:\/\//.test(url) && URL.canParse(url);

/** Environment variables of every process, the gateway included. */
export const processEnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Release and commit, such as `1.4.0+3f2a9c1`. The image sets it. */
  APP_VERSION: z.string().max(100).default('development'),
  /** Listen address. */
  HOST: z.string().default('127.0.0.1'),
  /** 0 selects a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Events use RabbitMQ if this is set, otherwise PostgreSQL. The nodes of a cluster are separated by commas, and tried in turn. */
  RABBITMQ_URL: z
    .string()
    .refine((urls) => urls.split(',').every((url) => isBrokerAddress(url.trim())), 'Invalid URL of amqp or amqps')
    .optional(),
  EVENTS_DATABASE_URL: z.url().optional(),
  /** Separates the exchanges and queues of several shops on one broker. */
  EVENTS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('shop'),
  /**
   * RabbitMQ deletes a queue with its messages after this time without use. Equal in all processes of a shop. Only in development: in
   * production queues are permanent.
   */
  EVENTS_QUEUE_EXPIRES_MS: z.coerce.number().int().min(60_000).max(2_147_483_647).optional(),
  /** Address of the OTLP/HTTP receiver of traces, without `/v1/traces`. Unset: none are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `name=value` headers of the receiver, separated by commas, such as its key. The exporter reads them itself. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Share of the requests from outside whose traces are sent, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** At SIGTERM, how long the process still answers while it is not ready: longer than a balancer needs to notice. */
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  /** After that delay, how long requests under way may take. Then they get 503, and their pages repeat them: mostly slow uploads. */
  DRAIN_MS: z.coerce.number().int().min(0).max(900_000).default(60_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type ProcessConfig = z.output<typeof processEnvSchema>;

/** Thrown at start. Its stack is only its message, so that an uncaught error stays readable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(message: string) {
    super(message);
    this.stack = message;
  }
}

interface Problem {
  variable: string;
  message: string;
}

/**
 * The value of each variable that is set, with `NAME_FILE`, a path, read as the value of NAME without a line break at its end. Secrets that are
 * mounted as files are passed so.
 */
function readValues(names: string[], env: Record<string, string | undefined>) {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const problems: Problem[] = [];
  for (const name of names) {
    const path = values[`${name}_FILE`];
    if (path === undefined) continue;
    if (values[name] !== undefined) problems.push({ variable: `${name}_FILE`, message: `is set, and ${name} too` });
    try {
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (content !== '') values[name] = content;
    } catch (error) {
      problems.push({ variable: `${name}_FILE`, message: `can't be read (${(error as NodeJS.ErrnoException).code})` });
    }
  }
  return { values, problems };
}

/**
 * Parses environment variables, each of them also as `NAME_FILE`. An empty string counts as unset, because Compose files pass unset variables as
 * empty strings.
 * @throws ConfigurationError with one line for each missing or invalid variable.
 */
export function readEnvironment<Schema extends z.ZodType<ProcessConfig> & { shape: object }>(
  app: string,
  schema: Schema,
  env: Record<string, string | undefined>,
): z.output<Schema> {
  const { values, problems: unreadable } = readValues(Object.keys(schema.shape), env);
  const parsed = schema.safeParse(values);
  const problems = [...unreadable, ...findDevelopmentProblems(values)];
  if (parsed.success && problems.length === 0) return parsed.data;
  const lines = [
    ...(parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
    ...problems.map(({ variable, message }) => `  ${variable}: ${message}`),
  ];
  throw new ConfigurationError(
    `${app} cannot start because environment variables are missing or invalid:\n${lines.join('\n')}`,
  );
}
