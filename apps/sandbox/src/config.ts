import { ConfigurationError } from '@shop/service-kit';
import { z } from 'zod';
import { printerFaultsSchema } from './printful/printer-faults.rules.js';

/** Injection token of the parsed configuration. */
export const CONFIG = Symbol('CONFIG');

export const configSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** 0 selects a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535),
  DATABASE_URL: z.url(),
  /** Where the printer sends events until the shop sets another address: `…/api/webhooks/printful/<secret>`. */
  PRINTFUL_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** How much faster than real time it prints (2 days) and delivers (3 days): 86400 is a day per second. */
  SANDBOX_PRINTER_SPEED: z.coerce.number().positive().max(1e9).default(1),
  /** Faults of the printer: `calculating,out-of-stock:Round Pet Tag`. */
  SANDBOX_PRINTER_FAULTS: printerFaultsSchema,
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
