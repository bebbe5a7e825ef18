import { availableParallelism } from 'node:os';
import { parseEnvironment, rotatingSecretSchema, serviceEnvSchema } from '@shop/service-kit';
import { z } from 'zod';

const MAX_WORKER_SLOTS = 32;

export const configSchema = serviceEnvSchema
  .extend({
    /** A generation fails this long after its request, or after another instance takes it over from a dead one. */
    ART_DEADLINE_MS: z.coerce.number().int().positive().default(90_000),
    /** Artworks that one instance draws at a time. Each needs a thread and up to 250 MB. */
    ART_CONCURRENCY: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_WORKER_SLOTS)
      .default(() => Math.min(availableParallelism(), MAX_WORKER_SLOTS)),
    /** File with the weights of the network that finds pets; the one of the art engine by default. */
    CUT_OUT_WEIGHTS: z.string().optional(),
    /** Style previews that one instance draws at a time, with low priority. Each needs a thread and up to 100 MB. */
    PREVIEW_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(2),
    /** A preview request waits this long, then answers 503 while drawing continues. The gateway's timeout is 15 s. */
    PREVIEW_WAIT_MS: z.coerce.number().int().positive().default(12_000),
    /**
     * Print files that one instance makes at a time. Each needs a thread and up to 500 MB for a t-shirt, 900 MB for
     * the largest print area.
     */
    PRINT_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
    /** First pause after a failed attempt to make a print file. Each further pause is twice as long, up to a minute. */
    PRINT_RETRY_MS: z.coerce.number().int().min(50).default(1_000),
    /**
     * Verifies the signed URLs of print files; order-svc has the same secret. Without it the print-file route answers
     * 404.
     */
    PRINT_FILE_SECRET: rotatingSecretSchema.optional(),
    /** Encrypts links to continue a design on their way to support-svc; the same value there. Without it none are sent. */
    EMAIL_SECRET: rotatingSecretSchema.optional(),
    /** Base URL of catalog-svc, for product pictures in mock-ups. Without it mock-ups have a plain background. */
    CATALOG_URL: z.url().optional(),
    /** Megabytes of photos that are stored in a day (UTC): for a guest, an account, a network and the shop. */
    UPLOAD_DAY_MB_GUEST: z.coerce.number().int().min(1).default(300),
    UPLOAD_DAY_MB_USER: z.coerce.number().int().min(1).default(1_000),
    UPLOAD_DAY_MB_NETWORK: z.coerce.number().int().min(1).default(3_000),
    UPLOAD_DAY_MB_SHOP: z.coerce.number().int().min(1).default(50_000),
    /** While less of the volume of the pictures is free, and less than 20 GB, new photos are refused; 0: never. */
    DISK_FREE_PERCENT: z.coerce.number().int().min(0).max(90).default(10),
    /** S3 bucket of the pictures; without it they are in `DATA_DIR/images`. */
    S3_BUCKET: z.string().optional(),
    /** S3 endpoint; Amazon's by default. */
    S3_ENDPOINT: z.url().optional(),
    S3_REGION: z.string().default('us-east-1'),
    /**
     * Both or neither. Without them the SDK uses its default chain (its variables, its files, the machine's role).
     */
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** With a key OpenAI draws the artworks, and the built-in engine only while OpenAI fails. */
    OPENAI_API_KEY: z.string().optional(),
    /** Another server with OpenAI's API; includes the `/v1`. */
    OPENAI_BASE_URL: z.url().optional(),
    OPENAI_IMAGE_MODEL: z.string().default('gpt-image-2.5-flare'),
    /** Only the 2.5 models accept `xhigh` and `max`. Better quality is slower and costs more. */
    OPENAI_IMAGE_QUALITY: z.enum(['auto', 'low', 'medium', 'high', 'xhigh', 'max']).default('medium'),
    /** Number of partial pictures while OpenAI draws; 0 for a server without streaming. */
    OPENAI_PARTIAL_IMAGES: z.coerce.number().int().min(0).max(3).default(2),
    /** What a call is reserved with, and counts as where its cost is unknown. Without it OpenAI's price list decides. */
    OPENAI_CALL_CENTS: z.coerce.number().int().min(1).optional(),
    /** Budget of the whole shop for a day (UTC). When it is spent, the built-in engine draws. 0: it draws everything. */
    OPENAI_DAY_BUDGET_CENTS: z.coerce.number().int().min(0).default(5_000),
    /** Calls for one customer and for one network in a day. */
    OPENAI_DAY_CALLS_OWNER: z.coerce.number().int().min(0).default(40),
    OPENAI_DAY_CALLS_NETWORK: z.coerce.number().int().min(0).default(150),
    /** Calls that OpenAI's safety system declines, for one customer and for one network in a day. */
    OPENAI_DAY_DECLINED_OWNER: z.coerce.number().int().min(1).default(5),
    OPENAI_DAY_DECLINED_NETWORK: z.coerce.number().int().min(1).default(20),
    /** `none` leaves the table of styles empty. */
    SEED: z.string().optional(),
  })
  .refine(({ S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }) => !S3_ACCESS_KEY_ID === !S3_SECRET_ACCESS_KEY, {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'must be set together with S3_ACCESS_KEY_ID, or neither of them',
  });

export type Config = z.infer<typeof configSchema>;

export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  parseEnvironment('art-svc', configSchema, env);
