import * as z from 'zod/mini';

/** The service that owns a noun is the only publisher of its events. */
export type ServiceName = 'identity-svc' | 'catalog-svc' | 'art-svc' | 'order-svc' | 'support-svc';

/** Names of the services in messages, at the beginning of a sentence. */
export const SERVICE_NAMES: Readonly<Record<ServiceName, string>> = {
  'identity-svc': 'The sign-in service',
  'catalog-svc': 'The catalogue',
  'art-svc': 'The art studio',
  'order-svc': 'The order service',
  'support-svc': 'The contact service',
};

/** The services and the gateway. */
export type AppName = ServiceName | 'gateway';

/**
 * Nouns whose owner can republish the current state of all entities (`npm run events -- republish NOUN`). The command is in the image of each
 * service.
 */
export const republishableNouns: Readonly<Record<ServiceName, readonly string[]>> = {
  'identity-svc': ['user'],
  'catalog-svc': ['product'],
  'art-svc': ['artwork', 'print-file'],
  'order-svc': [],
  'support-svc': [],
};

/** The receivers of an event, which are part of its contract: its owner publishes for them. */
export interface EventReceivers {
  /** Each has a durable queue, which exists before anything is published. A service with a handler that is not listed does not start. */
  readonly readBy: readonly ServiceName[];
  /** Delivered to every running process of the app; not stored for those that are down. */
  readonly broadcastTo?: readonly AppName[];
}

export interface EventDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** noun.past-tense */
  readonly type: string;
  readonly owner: ServiceName;
  readonly receivers: EventReceivers;
  /** One sentence for docs/events.md. */
  readonly summary: string;
  readonly schema: Schema;
}

export type EventPayload<D extends EventDefinition> = z.infer<D['schema']>;
/** Input of a publisher: fields with a default may be absent. */
export type EventInput<D extends EventDefinition> = z.input<D['schema']>;

/**
 * Defines an event. The `subject` of its envelopes is `<noun>/<id>`; `sequence` grows with each event of one subject.
 * Throws if the type is not noun.past-tense.
 */
export function defineEvent<Schema extends z.ZodMiniType>(
  type: string,
  owner: ServiceName,
  receivers: EventReceivers,
  summary: string,
  schema: Schema,
): EventDefinition<Schema> {
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(type))
    throw new Error(`An event type must be noun.past-tense: ${type}`);
  return { type, owner, receivers, summary, schema };
}

/** CloudEvents 1.0 with the distributed tracing extension and a `sequence` for each subject. */
export const envelopeSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  type: z.string(),
  source: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  traceparent: z.optional(z.string()),
  sequence: z.int().check(z.positive()),
  data: z.unknown(),
});

export type EventEnvelope<Data = unknown> = Omit<z.infer<typeof envelopeSchema>, 'data'> & { data: Data };
