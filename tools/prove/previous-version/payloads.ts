/** What the schemas of one side generate is read by the schemas of the other side: events, answers and requests. */
import type { EventDefinition } from '@shop/contracts-common';
import type { Operation } from '@shop/contracts-common/docs';
import type { Route } from '@shop/contracts-common/routes';
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import { z } from 'zod';

/** `@shop/contracts-all` of a checkout. */
export interface Contracts {
  readonly allEvents: readonly EventDefinition[];
  readonly publicRoutes: readonly Route[];
  readonly operations: readonly Operation[];
}

/** One side of a direction: contracts, and which apps have them. */
export interface Side {
  readonly contracts: Contracts;
  readonly has: (app: string) => boolean;
}

interface Exchange {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** `input`: what a caller may send. `output`: what a publisher or a service has parsed. */
  readonly io: 'input' | 'output';
  readonly examples?: readonly unknown[];
  readonly reader: z.core.$ZodType;
}

const WEB_APPS = ['shell-web', 'storefront-web', 'admin-web'];

const toCall = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method} ${path.replaceAll(/:\w+/g, ':')}`;

function listEvents(sender: Side, reader: Side): Exchange[] {
  return reader.contracts.allEvents.flatMap(({ type, receivers, schema }) => {
    const isRead = [...receivers.readBy, ...(receivers.broadcastTo ?? [])].some(reader.has);
    const sent = sender.contracts.allEvents.find((event) => event.type === type && sender.has(event.owner));
    return isRead && sent ? [{ name: type, schema: sent.schema, io: 'output', reader: schema } as const] : [];
  });
}

function listCalls(sender: Side, reader: Side): Exchange[] {
  const [sendsPages, readsPages] = [WEB_APPS.some(sender.has), WEB_APPS.some(reader.has)];
  return reader.contracts.publicRoutes.flatMap((route) => {
    const name = toCall(route);
    const sent = sender.contracts.publicRoutes.find((each) => toCall(each) === name);
    if (!sent || !('service' in sent) || !('service' in route)) return [];
    const examples = sender.contracts.operations
      .filter((operation) => toCall(operation) === name)
      .flatMap((operation) => operation.examples.flatMap(({ status, body }) => (status < 400 ? [body] : [])));
    const isAnswer = sender.has(`${sent.service}-svc`) && readsPages && sent.answer.schema && route.reader;
    const isRequest = sendsPages && reader.has(`${route.service}-svc`) && isSchema(sent.body) && isSchema(route.body);
    return [
      ...(isAnswer
        ? [{ name: `answer of ${name}`, schema: sent.answer.schema, io: 'output', reader: route.reader }]
        : []),
      ...(isRequest ? [{ name, schema: sent.body, io: 'input', examples, reader: route.body }] : []),
    ] as Exchange[];
  });
}

const isSchema = (body: Route['body']): boolean => body !== undefined && body !== 'upload';

/** Payloads that the sender's own schema accepts: generated ones and, as patterns and rules in code are hard to meet, the documentation's. */
function listPayloads({ schema, io, examples = [] }: Exchange, count: number): unknown[] {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // The generator knows the format, and not how to meet both.
    override: ({ jsonSchema }) => void (jsonSchema.format === 'email' && delete jsonSchema.pattern),
  });
  const generator = createGeneratorSync({ seed: 1 });
  const generated = Array.from({ length: count }, () => generator.generate(json as JsonSchema));
  return [...generated, ...examples].flatMap((payload) => {
    const { success, data } = z.safeParse(schema, payload);
    return success ? [JSON.parse(JSON.stringify(io === 'input' ? payload : data)) as unknown] : [];
  });
}

function findProblem(exchange: Exchange, count: number): string | undefined {
  const payloads = listPayloads(exchange, count);
  if (payloads.length === 0) return `${exchange.name}: no payload can be generated. Give it an example`;
  for (const payload of payloads) {
    const [issue] = z.safeParse(exchange.reader, payload).error?.issues ?? [];
    if (issue)
      return `${exchange.name}: ${issue.path.join('.')}: ${issue.message} in ${JSON.stringify(payload).slice(0, 500)}`;
  }
  return undefined;
}

/**
 * @param count payloads that are generated of each kind
 * @returns how many kinds of payloads were read, and what the reader refuses
 */
export function exchangePayloads(sender: Side, reader: Side, count = 100): { kinds: number; problems: string[] } {
  const exchanges = [...listEvents(sender, reader), ...listCalls(sender, reader)];
  return { kinds: exchanges.length, problems: exchanges.flatMap((exchange) => findProblem(exchange, count) ?? []) };
}
