import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventDefinition, EventEnvelope, EventPayload } from '@shop/contracts-common';
import { OPERATOR_SOURCE, republishType } from '../transport/index.js';
import type { HandledEvent } from './handled-event.js';
import type { EventContext, HandlerIdentity, HandlerOptions } from './event-context.js';
import { UnreadablePayloadError } from './unreadable-payload.error.js';

type Handler<Data> = (event: EventEnvelope<Data>, context: EventContext) => Promise<unknown>;

/** A method decorator that accepts only handlers of this payload type. */
type HandlerDecorator<Data> = <Method extends Handler<Data>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Class → event types of its keepLatest methods. They share subject positions, so two handlers of one event would hide it from each other. */
const keepLatestTypes = new WeakMap<object, Set<string>>();

function registerKeepLatest(target: object, type: string): void {
  const types = keepLatestTypes.get(target) ?? new Set();
  if (types.has(type)) throw new Error(`${target.constructor.name}: only one keepLatest method can handle ${type}`);
  keepLatestTypes.set(target, types.add(type));
}

function createHandlerDecorator<Data>(
  pattern: string,
  handled: HandledEvent,
  options: HandlerOptions,
  parse: (data: unknown) => Data,
): HandlerDecorator<Data> {
  return (target, key, descriptor) => {
    const original = descriptor.value;
    if (!original) throw new Error(`${String(key)} is not a method`);
    if (options.keepLatest && options.inbox === false) throw new Error(`${String(key)}: keepLatest needs the inbox`);
    if (options.keepLatest) registerKeepLatest(target, pattern);
    const group = target.constructor.name;
    const identity: HandlerIdentity = { ...options, group, name: `${group}.${String(key)}` };
    const wrapped = function (this: unknown, envelope: EventEnvelope, context: EventContext): Promise<void> {
      return context.runHandler(identity, (inner) =>
        original.call(this, { ...envelope, data: parse(envelope.data) }, inner),
      );
    };
    descriptor.value = wrapped as typeof original;
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    (EventPattern(pattern, handled) as MethodDecorator)(
      target,
      key,
      descriptor as TypedPropertyDescriptor<unknown> as never,
    );
  };
}

/** @throws UnreadablePayloadError for a payload that does not fit the schema. */
function parsePayload<Definition extends EventDefinition>(
  { schema }: Definition,
  data: unknown,
): EventPayload<Definition> {
  const { data: payload, error } = schema.safeParse(data);
  if (!error) return payload as EventPayload<Definition>;
  throw new UnreadablePayloadError(error.message);
}

/**
 * Marks the handler of an event. It receives the envelope with the parsed payload, and the context with the transaction in
 * which the event is applied exactly once. An error causes a retry, a permanent DomainError (`toDeliveryOutcome`) a dead letter. A payload that
 * does not fit the schema is retried for days.
 */
export function OnEvent<Definition extends EventDefinition>(
  definition: Definition,
  options: HandlerOptions = {},
): HandlerDecorator<EventPayload<Definition>> {
  const { type, owner, receivers } = definition;
  return createHandlerDecorator(type, { source: `/${owner}`, readBy: receivers.readBy }, options, (data) =>
    parsePayload(definition, data),
  );
}

/**
 * Marks the owner's handler that publishes the current state of every `noun` (`npm run events -- republish noun`). It takes minutes in a large shop,
 * so it runs without the inbox transaction and opens one for each page (`republishInPages`).
 */
export function OnRepublish(noun: string): HandlerDecorator<unknown> {
  return createHandlerDecorator(republishType(noun), { source: OPERATOR_SOURCE }, { inbox: false }, (data) => data);
}
