import { availableParallelism } from 'node:os';
import { parseEnvironment, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

const MOST_EASELS = 32;

export const configSchema = serviceEnvSchema
  .extend({
    /** A generation ends this long after it was asked for, or after it was taken over from a dead instance (D17a). */
    ART_DEADLINE_MS: z.coerce.number().int().positive().default(90_000),
    /** Artworks one instance draws at a time, one on each core it may use; each takes a thread and up to 250 MB. */
    ART_CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1)
      .max(MOST_EASELS)
      .default(() => Math.min(availableParallelism(), MOST_EASELS)),
    /** A drawing whose instance has not been heard of for this long is taken over by another. */
    ART_LEASE_MS: z.coerce.number().int().min(300).default(8_000),
    /** Previews of the styles one instance draws at a time, behind everything else it does; each takes a thread and up to 100 MB. */
    PREVIEW_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(2),
    /** Whoever asks for a preview is told to come again after this long; it is drawn all the same. The gateway waits 15 s. */
    PREVIEW_WAIT_MS: z.coerce.number().int().positive().default(12_000),
    /** Print files one instance makes at a time; each takes a thread and up to 500 MB for a t-shirt, 900 MB for the largest area there may be. */
    PRINT_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
    /** A print file that could not be made is tried again after this long, then twice as long, and so on up to a minute. */
    PRINT_RETRY_MS: z.coerce.number().int().min(50).default(1_000),
    /** Signs the addresses under which a printer fetches print files; order-svc has the same. Without it nobody can. */
    PRINT_FILE_SECRET: z.string().min(16).optional(),
    /** How often files of what was erased are removed that could not be at once, and uploads that nobody used are looked for. */
    UPKEEP_MS: z.coerce.number().int().min(50).default(60_000),
    /** Where catalog-svc answers: its product pictures are fetched for mock-ups. Without it they show the artwork on a plain ground. */
    CATALOG_URL: z.url().optional(),
    /** Pictures lie in this bucket of an S3 store; without it in `DATA_DIR/images`. */
    S3_BUCKET: z.string().optional(),
    /** Where that store answers; without it Amazon's. */
    S3_ENDPOINT: z.url().optional(),
    S3_REGION: z.string().default('us-east-1'),
    /** Both or neither; without them the SDK looks where it always does (its own variables, its files, the machine's role). */
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** With it OpenAI makes the artworks, and the built-in engine only where OpenAI fails (D17). */
    OPENAI_API_KEY: z.string().optional(),
    /** Another server that speaks OpenAI's API; with its `/v1`. */
    OPENAI_BASE_URL: z.url().optional(),
    OPENAI_IMAGE_MODEL: z.string().default('gpt-image-2.5-flare'),
    /** `xhigh` and `max` are known to the 2.5 models only; the better, the slower and the dearer. */
    OPENAI_IMAGE_QUALITY: z.enum(['auto', 'low', 'medium', 'high', 'xhigh', 'max']).default('medium'),
    /** Pictures of the unfinished artwork shown meanwhile; 0 where the server can't stream. */
    OPENAI_PARTIAL_IMAGES: z.coerce.number().int().min(0).max(3).default(2),
    /** `none` leaves the styles empty (D19). */
    SEED: z.string().optional(),
  })
  .refine(({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) => !S3_ACCESS_KEY_ID === !S3_SECRET_ACCESS_KEY, {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'must be set together with S3_ACCESS_KEY_ID, or neither of them',
  });

export type Config = z.infer<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('art-svc', configSchema, env);
