import { defineEvent } from '@shop/contracts-common';
import * as contracts from '@shop/contracts-all';
import * as z from 'zod/mini';
import { exchangePayloads, type Contracts, type Side } from './payloads.ts';

const order = () => z.object({ id: z.uuid(), status: z.enum(['paid', 'sent']), note: z.optional(z.string()) });

interface Planted {
  event?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  reader?: z.ZodMiniType;
  body?: z.ZodMiniType;
}

/** A service with an event and a call. */
const createContracts = ({
  event = order(),
  answer = order(),
  reader = order(),
  body = order(),
}: Planted): Contracts => ({
  allEvents: [defineEvent('order.paid', 'order-svc', { readBy: ['art-svc'] }, 'Paid.', event)],
  publicRoutes: [
    {
      method: 'POST',
      path: '/api/orders/:id',
      service: 'order',
      access: 'public',
      limit: 'change',
      body,
      answer: { status: 200, schema: answer },
      reader,
    },
  ],
  operations: [],
});

const all = (planted: Planted): Side => ({ contracts: createContracts(planted), has: () => true });
const exchange = (sent: Planted, read: Planted) => exchangePayloads(all(sent), all(read));

it('reads what the same version sends', () => {
  expect(exchange({}, {})).toEqual({ kinds: 3, problems: [] });
});

it.each<[string, Planted, Planted, RegExp]>([
  ['an event lacks a required field', {}, { event: z.extend(order(), { total: z.string() }) }, /^order\.paid: total: /],
  [
    'an event has a value that is not known',
    {},
    { event: z.extend(order(), { status: z.literal('paid') }) },
    /^order\.paid: status: /,
  ],
  [
    'a page needs a field that is optional',
    {},
    { reader: z.extend(order(), { note: z.string() }) },
    /^answer of POST \/api\/orders\/:: note: /,
  ],
  [
    'a service refuses a request by a rule in code',
    {},
    { body: order().check(z.refine(({ note }) => note === undefined, 'No notes any more')) },
    /^POST \/api\/orders\/:: .*No notes any more/,
  ],
  [
    'nothing fits a rule of the sender',
    { event: order().check(z.refine(() => false)) },
    {},
    /^order\.paid: no payload can be generated/,
  ],
])('finds that %s', (_title, sent, read, problem) => {
  expect(exchange(sent, read).problems).toEqual([expect.stringMatching(problem)]);
});

it('leaves out what the apps of a side neither send nor read', () => {
  const only = (app: string): Side => ({ contracts: createContracts({}), has: (each) => each === app });
  const kinds = (sender: Side, reader: Side): number => exchangePayloads(sender, reader).kinds;
  expect(kinds(only('order-svc'), all({}))).toBe(2); // event and answer
  expect(kinds(all({}), only('art-svc'))).toBe(1); // event
  expect(kinds(all({}), only('order-svc'))).toBe(1); // request
  expect(kinds(only('support-svc'), all({}))).toBe(0);
});

it('generates payloads for all events, answers and requests of this version', () => {
  const current: Side = { contracts, has: () => true };
  const { kinds, problems } = exchangePayloads(current, current, 10);
  expect(kinds).toBeGreaterThan(100);
  expect(problems).toEqual([]);
});
