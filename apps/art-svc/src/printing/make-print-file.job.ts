import { defineJob } from '@shop/jobs';
import { MAX_ATTEMPTS } from './print-job.rules.js';

/**
 * Makes the print file and the mock-up of an order item; its key is the item. The configuration has its concurrency and pauses. After the last
 * attempt there is one more, for a picture that crashes the process each time: it only marks the print job as failed.
 */
export const makePrintFile = defineJob<{ orderItemId: string }>('art.print-file', {
  // The largest print takes half a minute on a busy core; an attempt of this length hangs.
  timeoutMs: 300_000,
  maxAttempts: MAX_ATTEMPTS + 1,
});
