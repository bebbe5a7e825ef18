import { isStoreAddress } from '@shop/releases';
import { processEnvSchema, readEnvironment } from '@shop/service-kit/http';
import { z } from 'zod';

export const configSchema = processEnvSchema.extend({
  /** The store: the path of a folder, or `s3://bucket/prefix`. An `https://` origin is read only: nothing is done. */
  WEB_RELEASES: z
    .string()
    .refine(isStoreAddress, 'must be the path of a folder that starts with /, s3://bucket/prefix, or https://…'),
  /** Folder with a folder of each built web app. */
  WEB_BUILDS_DIR: z.string().default('/app/web'),
  /** Where gateways kept files for open pages until December 2026. */
  WEB_ARCHIVE_DIR: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export type Config = z.output<typeof configSchema>;

/** Throws ConfigurationError. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  readEnvironment('web-releases', configSchema, env);
