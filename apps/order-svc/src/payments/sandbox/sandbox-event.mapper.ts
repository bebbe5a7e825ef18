import { z } from 'zod';
import type { ProviderDispute, ProviderEventContent } from '../payment-provider.js';

const intentSchema = z.object({
  id: z.string(),
  clientSecret: z.string(),
  status: z.enum(['open', 'processing', 'succeeded', 'canceled']),
  amountCents: z.number().int(),
  currency: z.string(),
  failureMessage: z.string().nullable(),
  attemptId: z.string().nullish(),
});

const refundSchema = z.object({
  id: z.string(),
  intentId: z.string(),
  amountCents: z.number().int(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  failure: z.string().nullable(),
  isOurs: z.boolean(),
  n: z.number().int().nullable(),
});

const disputeSchema = z.object({
  id: z.string(),
  intentId: z.string(),
  amountCents: z.number().int(),
  reason: z.string(),
  status: z.string(),
  respondBy: z.iso.datetime(),
  openedAt: z.iso.datetime(),
  isClosed: z.boolean(),
});
export type SandboxDispute = z.infer<typeof disputeSchema>;

const eventSchemaOf = <Type extends z.ZodEnum | z.ZodLiteral<string>, Thing extends z.ZodType>(
  type: Type,
  thing: Thing,
) => z.object({ id: z.string().min(1), type, created: z.number().int(), data: z.object({ object: thing }) });

/** The body of a sandbox webhook: an object in its state at the event. The types are Stripe's. */
export const sandboxEventSchema = z.discriminatedUnion('type', [
  eventSchemaOf(
    z.enum([
      'payment_intent.processing',
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'payment_intent.canceled',
    ]),
    intentSchema,
  ),
  eventSchemaOf(z.literal('charge.refunded'), z.object({ intentId: z.string() })),
  eventSchemaOf(z.enum(['refund.created', 'refund.updated', 'refund.failed']), refundSchema),
  eventSchemaOf(z.enum(['charge.dispute.created', 'charge.dispute.closed']), disputeSchema),
]);
export type SandboxEvent = z.infer<typeof sandboxEventSchema>;

/** An event without its id and time. */
type Unsent<Event> = Event extends { type: infer Type; data: { object: infer Thing } }
  ? { type: Type; object: Thing }
  : never;
export type NewSandboxEvent = Unsent<SandboxEvent>;

export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature';

export const toDispute = ({ respondBy, openedAt, ...dispute }: SandboxDispute): ProviderDispute => ({
  ...dispute,
  respondBy: new Date(respondBy),
  openedAt: new Date(openedAt),
});

export function toEventContent(event: SandboxEvent): ProviderEventContent {
  switch (event.type) {
    case 'payment_intent.processing':
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return { about: 'intent', intent: event.data.object };
    case 'charge.refunded':
      return { about: 'refunds', intentId: event.data.object.intentId };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { about: 'refund', refund: event.data.object };
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return { about: 'dispute', dispute: toDispute(event.data.object) };
  }
}
