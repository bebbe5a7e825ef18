import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

export const configSchema = serviceEnvSchema.extend({
  /** `none` prevents that an empty catalogue is filled at the start. */
  SEED: z.string().optional(),
});

export type Config = z.infer<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('catalog-svc', configSchema, env);
