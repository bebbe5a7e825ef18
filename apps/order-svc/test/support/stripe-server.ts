import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Stripe from 'stripe';

type Params = Record<string, string>;

export type FakeIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'client_secret'
  | 'currency'
  | 'status'
  | 'description'
  | 'metadata'
  | 'shipping'
  | 'cancellation_reason'
  | 'latest_charge'
  | 'last_payment_error'
> &
  Partial<Pick<Stripe.PaymentIntent, 'next_action'>>;
export type FakeRefund = Pick<
  Stripe.Refund,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'status'
  | 'payment_intent'
  | 'metadata'
  | 'failure_reason'
  | 'created'
  | 'charge'
>;

export type FakeEvent = Pick<Stripe.Event, 'id' | 'object' | 'created' | 'type'> & { data: { object: object } };

export interface Fault {
  status: number;
  error: { type: Stripe.StripeRawError['type']; code?: string; message: string };
}

/** Of the library, for one request: at first, and once more (`stripe.client.ts`). */
export const TRIES = 2;

interface Seen {
  method: string;
  path: string;
  params: Params;
  headers: IncomingMessage['headers'];
}

interface Answer {
  status: number;
  body: unknown;
}

const refused = (status: number, type: Stripe.StripeRawError['type'], message: string, code?: string): Answer => ({
  status,
  body: { error: { type, message, code } },
});
const missing = (what: string): Answer => refused(404, 'invalid_request_error', `No such ${what}`, 'resource_missing');

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
/** As Stripe has it in US dollars. */
const LARGEST_CENTS = 99_999_999;

/** An HTTP server that behaves as Stripe's API does, as far as the shop uses it: statuses, refusals and idempotency keys. */
export class StripeServer {
  readonly intents = new Map<string, FakeIntent>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly seen: Seen[] = [];
  /** The next requests are answered with these, kept under their key as Stripe keeps its own faults. `hang up`: does nothing. `hang up after`: does it, and the answer is lost. Null: as ever. */
  readonly faults: (Fault | 'hang up' | 'hang up after' | null)[] = [];
  /** How refunds stand at first: a bank may take its time. */
  refundStatus: NonNullable<FakeRefund['status']> = 'succeeded';
  /** Payments that a customer's bank has asked back. */
  readonly disputed = new Set<string>();
  /** What happened, published to the shop or not, newest last; listed newest first. */
  readonly events: FakeEvent[] = [];
  /** This path and what is below it answers with a fault. */
  down: string | null = null;
  /** The answers to requests with a key wait for this; meanwhile another of the same key is refused. */
  held: Promise<unknown> = Promise.resolve();
  private readonly underWay = new Set<string>();
  private readonly kept = new Map<string, { request: string; answer: Answer }>();

  clear(): void {
    for (const known of [this.intents, this.refunds, this.disputed]) known.clear();
    this.events.length = 0;
  }

  private constructor(private readonly server: Server) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => void this.handle(req, res));
  }

  static async start(): Promise<StripeServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StripeServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw new Error(`Stripe has no intent ${id}`);
    return intent;
  }

  /** What the customer does in Stripe's form. */
  change(id: string, change: Partial<FakeIntent>): FakeIntent {
    return Object.assign(this.intent(id), change);
  }

  pay(id: string, amount = this.intent(id).amount): FakeIntent {
    return this.change(id, {
      status: 'succeeded',
      amount_received: amount,
      last_payment_error: null,
      latest_charge: `ch_${id}`,
    });
  }

  decline(id: string, message: string): FakeIntent {
    return this.change(id, {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'card_declined', message },
    });
  }

  callsOf(method: string, path: string): Seen[] {
    return this.seen.filter((call) => call.method === method && call.path === path);
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stripe');
    const params = Object.fromEntries(req.method === 'GET' ? searchParams : new URLSearchParams(body));
    this.seen.push({ method: req.method ?? '', path: pathname, params, headers: req.headers });
    const fault = this.faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    const send = fault === 'hang up after' ? () => void req.socket.destroy() : sendTo(res);
    const key = String(req.headers['idempotency-key'] ?? '');
    const request = `${req.method} ${pathname} ${body}`;
    const known = key && req.method === 'POST' ? this.kept.get(key) : undefined;
    if (known && known.request !== request) {
      return send(
        refused(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        ),
      );
    }
    if (known) return send(known.answer, { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' });
    if (this.underWay.has(key))
      return send(
        refused(
          409,
          'idempotency_error',
          'There is currently another in-progress request using this Idempotent Key.',
          'idempotency_key_in_use',
        ),
      );
    const answer = await this.answerOnce(key, () =>
      typeof fault === 'object' && fault
        ? { status: fault.status, body: { error: fault.error } }
        : this.answer(req, pathname, params),
    );
    // What was refused before anything was done is not kept (docs.stripe.com/api/idempotent_requests).
    const isKept = answer.status < 400 || answer.status >= 500;
    if (key && req.method === 'POST' && isKept) this.kept.set(key, { request, answer });
    send(answer, answer.status >= 500 ? { 'stripe-should-retry': 'false' } : {});
  }

  private async answerOnce(key: string, answer: () => Answer): Promise<Answer> {
    if (!key) return answer();
    this.underWay.add(key);
    try {
      await this.held;
      return answer();
    } finally {
      this.underWay.delete(key);
    }
  }

  private answer({ method, headers }: IncomingMessage, path: string, params: Params): Answer {
    if (!headers.authorization?.startsWith('Bearer sk_test_'))
      return refused(401, 'authentication_error', 'Invalid API Key provided');
    const [, , resource, id = '', action] = path.split('/');
    if (this.down && path.startsWith(this.down)) return refused(500, 'api_error', 'Our fault');
    if (resource === 'events') return this.eventsAnswer(params);
    if (resource === 'refunds') return this.refundAnswer(method, id, params);
    if (resource !== 'payment_intents') return missing('route');
    if (!id) return this.create(params);
    const intent = this.intents.get(id);
    if (!intent) return missing(`payment_intent: '${id}'`);
    if (method === 'GET') return { status: 200, body: intent };
    // "Or, in rare cases, processing": always, so that nobody relies on a refusal.
    if (!CHANGEABLE.includes(intent.status) && !(action === 'cancel' && intent.status === 'processing')) {
      return refused(
        400,
        'invalid_request_error',
        `This PaymentIntent's status is ${intent.status}`,
        'payment_intent_unexpected_state',
      );
    }
    if (action === 'cancel')
      return {
        status: 200,
        body: this.change(id, { status: 'canceled', cancellation_reason: params.cancellation_reason }),
      };
    return { status: 200, body: this.change(id, { shipping: shippingOf(params) }) };
  }

  private create(params: Params): Answer {
    const amount = Number(params.amount);
    if (amount > LARGEST_CENTS)
      return refused(400, 'invalid_request_error', 'Amount must be no more than $999,999.99', 'amount_too_large');
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const intent: FakeIntent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      currency: params.currency ?? '',
      status: 'requires_payment_method',
      description: params.description ?? null,
      metadata: nested(params, 'metadata'),
      shipping: shippingOf(params),
      cancellation_reason: null,
      latest_charge: null,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    return { status: 200, body: intent };
  }

  private eventsAnswer(params: Params): Answer {
    const types = new Set(Object.values(nested(params, 'types')));
    const { gte, lt } = nested(params, 'created');
    const listed = this.events.filter(
      ({ type, created }) => types.has(type) && created >= Number(gte) && created < Number(lt),
    );
    return pageOf(
      listed.sort((one, other) => other.created - one.created),
      params,
    );
  }

  private refundAnswer(method: string | undefined, id: string, params: Params): Answer {
    if (!id && !this.intents.has(params.payment_intent ?? ''))
      return missing(`payment_intent: '${params.payment_intent}'`);
    if (method === 'GET') {
      if (!id)
        return pageOf(
          [...this.refunds.values()].filter((refund) => refund.payment_intent === params.payment_intent).reverse(),
          params,
        );
      const refund = this.refunds.get(id);
      return refund ? { status: 200, body: refund } : missing('refund');
    }
    const intent = this.intents.get(params.payment_intent ?? '');
    if (intent?.status !== 'succeeded')
      return refused(400, 'invalid_request_error', 'This PaymentIntent does not have a successful charge to refund.');
    if (this.disputed.has(intent.id))
      return refused(
        400,
        'invalid_request_error',
        'Charge ch_1 has been charged back; cannot issue a refund.',
        'charge_disputed',
      );
    const gone = [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const rest = intent.amount_received - gone;
    if (rest <= 0)
      return refused(400, 'invalid_request_error', 'The charge has already been refunded.', 'charge_already_refunded');
    const amount = Number(params.amount ?? rest);
    if (amount > rest)
      return refused(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount on charge');
    return { status: 200, body: this.makeRefund(intent.id, amount, nested(params, 'metadata')) };
  }

  /** Also what somebody does in Stripe's Dashboard. */
  makeRefund(
    intentId: string,
    amount: number,
    metadata: FakeRefund['metadata'] = {},
    status: FakeRefund['status'] = this.refundStatus,
  ): FakeRefund {
    const refund: FakeRefund = {
      id: `re_${randomBytes(12).toString('hex')}`,
      object: 'refund',
      amount,
      currency: this.intent(intentId).currency,
      status,
      payment_intent: intentId,
      charge: `ch_${intentId}`,
      metadata,
      created: Math.floor(Date.now() / 1000),
    };
    this.refunds.set(refund.id, refund);
    return refund;
  }
}

/** Newest first, ten unless more are asked for. */
function pageOf(all: readonly { id: string }[], { limit = '10', starting_after: after }: Params): Answer {
  const rest = after ? all.slice(all.findIndex(({ id }) => id === after) + 1) : all;
  return {
    status: 200,
    body: {
      object: 'list',
      url: '/v1/list',
      data: rest.slice(0, Number(limit)),
      has_more: rest.length > Number(limit),
    },
  };
}

/** `metadata[orderId]=…` → `{orderId: …}` */
function nested(params: Params, name: string): Params {
  const entries = Object.entries(params).filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}

function shippingOf(params: Params): FakeIntent['shipping'] {
  const { name = '', ...rest } = nested(params, 'shipping');
  const address = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key.replace('address][', ''), value]));
  return { name, address: address as unknown as Stripe.Address };
}

const sendTo =
  (res: ServerResponse) =>
  ({ status, body }: Answer, headers: Record<string, string> = {}): void =>
    void res
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test', ...headers })
      .end(JSON.stringify(body));
