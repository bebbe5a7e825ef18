import { z } from 'zod';

const objectSchema = z.object({
  id: z.string(),
  clientSecret: z.string(),
  status: z.enum(['open', 'processing', 'succeeded', 'canceled']),
  amountCents: z.number().int(),
  currency: z.string(),
  failureMessage: z.string().nullable(),
});

/** The body of a sandbox webhook: the intent as it was at the event. */
export const sandboxEventSchema = z.object({
  id: z.string().min(1),
  type: z.enum(['payment_intent.succeeded', 'payment_intent.payment_failed']),
  created: z.number().int(),
  data: z.object({ object: objectSchema }),
});
export type SandboxEvent = z.infer<typeof sandboxEventSchema>;

export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature';
