import { Ctx, EventPattern, Payload } from '@nestjs/microservices';
import type { EventDefinition, EventEnvelope, EventPayload } from '@shop/contracts/common';
import { republishType } from '../transport/index.js';
import type { EventContext, HandlerIdentity, HandlerOptions } from './event-context.js';

type Handler<Data> = (event: EventEnvelope<Data>, context: EventContext) => Promise<unknown>;

/** A method decorator that fits handlers of this payload only. */
type HandlerDecorator<Data> = <Method extends Handler<Data>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Per class: what its keepLatest methods hear. They share the positions of subjects, so that two of one event would hide it from each other. */
const keepLatestTypes = new WeakMap<object, Set<string>>();

function registerKeepLatest(target: object, type: string): void {
  const types = keepLatestTypes.get(target) ?? new Set();
  if (types.has(type)) throw new Error(`${target.constructor.name}: only one keepLatest method can hear ${type}`);
  keepLatestTypes.set(target, types.add(type));
}

function createHandlerDecorator<Data>(
  pattern: string,
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
    (EventPattern(pattern) as MethodDecorator)(target, key, descriptor as TypedPropertyDescriptor<unknown> as never);
  };
}

/**
 * The method hears an event. It gets the envelope with its payload parsed, and the context with the transaction in which it
 * is applied exactly once. Throwing means: try again later; a DomainError that no retry mends means: dead letter.
 */
export function OnEvent<Definition extends EventDefinition>(
  definition: Definition,
  options: HandlerOptions = {},
): HandlerDecorator<EventPayload<Definition>> {
  return createHandlerDecorator(definition.type, options, (data) => definition.schema.parse(data) as EventPayload<Definition>);
}

/** The owner's method that publishes the present state of every `noun` again (`npm run events -- republish noun`). */
export function Republishes(noun: string): HandlerDecorator<unknown> {
  return createHandlerDecorator(republishType(noun), {}, (data) => data);
}
