/**
 * Tolerant readers: a schema says what a service sends, its reader what a page accepts. Teams deploy one at a time, so
 * a page must work with answers that lack newer fields, and that have unknown fields and enum values.
 */
import * as z from 'zod/mini';
import { isAmountSchema, toAmount } from './money.js';

/** A known value, or any other text: enums of answers may get new values. */
export type Open<Known extends string> = Known | (string & {});

/** The type of an answer as a page has read it: each enum is open. */
export type Readable<Value> = Value extends string
  ? string extends Value
    ? Value
    : Open<Value>
  : Value extends readonly (infer Entry)[]
    ? Readable<Entry>[]
    : Value extends object
      ? { [Key in keyof Value]: Readable<Value[Key]> }
      : Value;

type OptionalField = z.core.$ZodType<unknown, unknown, z.core.$ZodTypeInternals & { optout: 'optional' }>;

type ReadableShape<Shape> = {
  [Key in keyof Shape]: Shape[Key] extends OptionalField
    ? z.ZodMiniOptional<z.ZodMiniType<Exclude<Readable<z.output<Shape[Key]>>, undefined>>>
    : z.ZodMiniType<Readable<z.output<Shape[Key]>>>;
};

/** Ids of other servers may be numbers or any text. */
const idReader = z.pipe(
  z.transform((id: unknown) => (typeof id === 'number' ? String(id) : id)),
  z.string().check(z.minLength(1)),
);

const ISO_DATETIME = z.iso.datetime();

function toIsoTime(time: unknown): unknown {
  if (ISO_DATETIME.safeParse(time).success || (typeof time !== 'string' && typeof time !== 'number')) return time;
  const parsed = new Date(time);
  return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
}

/** Any time that Date understands, as ISO 8601. An ISO time keeps its microseconds. */
const timeReader = z.pipe(z.transform(toIsoTime), z.string());

/** `null` instead of an absent or unusable value. */
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.nullable(schema), null);

/** `undefined` instead of an absent or unusable value. */
export const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

/** The reader of any value, by its kind. */
function readableValue(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniObject) return z.object(readableShape(schema.shape));
  if (schema instanceof z.ZodMiniArray) return z.array(readableValue(schema.def.element));
  if (schema instanceof z.ZodMiniNullable) return z.catch(z.nullable(readableValue(schema.def.innerType)), null);
  if (schema instanceof z.ZodMiniOptional) return z.catch(z.optional(readableValue(schema.def.innerType)), undefined);
  if (schema instanceof z.ZodMiniDefault) {
    const { innerType, defaultValue } = schema.def;
    return z.catch(z._default(readableValue(innerType), defaultValue), defaultValue);
  }
  if (schema instanceof z.ZodMiniEnum) return z.string();
  if (schema instanceof z.ZodMiniUUID || schema instanceof z.ZodMiniGUID) return idReader;
  if (schema instanceof z.iso.ZodMiniISODateTime) return timeReader;
  return isAmountSchema(schema) ? z.pipe(z.transform(toAmount), schema) : schema;
}

const readableShape = (shape: z.core.$ZodShape): z.core.$ZodShape =>
  Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, readableValue(field)]));

/**
 * The tolerant reader of an answer:
 * - unknown fields are dropped;
 * - enums are open;
 * - ids are any text or number, times any time that can be parsed, and amounts any number or decimal text;
 * - a nullable field may be absent, and an optional or nullable field with an unusable value counts as absent.
 *
 * All other fields are required. `z.extend` the result where a page does without one, with `z.catch` (a default),
 * `orNull` or `orAbsent`.
 */
export const readable = <Shape extends z.core.$ZodShape>(
  schema: z.ZodMiniObject<Shape>,
): z.ZodMiniObject<ReadableShape<Shape>> =>
  z.object(readableShape(schema.shape)) as z.ZodMiniObject as z.ZodMiniObject<ReadableShape<Shape>>;
