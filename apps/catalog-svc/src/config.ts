import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

export const configSchema = serviceEnvSchema.extend({
  /** `none` leaves an empty catalogue empty (D19). */
  SEED: z.string().optional(),
});

export type Config = z.infer<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('catalog-svc', configSchema, env);
