import { ConfigurationError } from '@shop/service-kit';
import { z } from 'zod';

/** Injection token of the parsed configuration. */
export const CONFIG = Symbol('CONFIG');

const configSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** 0 selects a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  DATABASE_URL: z.url(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = z.output<typeof configSchema>;

/** An empty variable counts as unset, because Compose files pass unset variables as empty strings. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = configSchema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new ConfigurationError(
    `sandbox cannot start because environment variables are missing or invalid:\n${lines.join('\n')}`,
  );
}
