import * as z from 'zod/mini';

/** Who may publish an event: the service that owns the noun. */
export type ServiceName = 'identity-svc' | 'catalog-svc' | 'art-svc' | 'order-svc' | 'support-svc';

/** What people call each part (D3), at the beginning of a sentence. */
export const SERVICE_NAMES: Readonly<Record<ServiceName, string>> = {
  'identity-svc': 'The sign-in service',
  'catalog-svc': 'The catalogue',
  'art-svc': 'The art studio',
  'order-svc': 'The order desk',
  'support-svc': 'The contact desk',
};

export interface EventDefinition<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** noun.past-tense */
  readonly type: string;
  readonly owner: ServiceName;
  /** One sentence for docs/events.md. */
  readonly summary: string;
  readonly schema: Schema;
}

export type EventPayload<D extends EventDefinition> = z.infer<D['schema']>;
/** As a publisher may write it: what the schema fills in is left out. */
export type EventInput<D extends EventDefinition> = z.input<D['schema']>;

/**
 * A fact in the past tense, defined once. `subject` of its envelopes is `<noun>/<id>`;
 * events of one subject are numbered by `sequence`, starting at 1.
 */
export function defineEvent<Schema extends z.ZodMiniType>(
  type: string,
  owner: ServiceName,
  summary: string,
  schema: Schema,
): EventDefinition<Schema> {
  if (!/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(type)) throw new Error(`Not noun.past-tense: ${type}`);
  return { type, owner, summary, schema };
}

/** CloudEvents 1.0 with the distributed-tracing extension and our per-subject `sequence`. */
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
