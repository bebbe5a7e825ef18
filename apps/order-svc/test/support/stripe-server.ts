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

export type FakeEvent = Pick<Stripe.Event, 'id' | 'object' | 'created' | 'type' | 'livemode'> & {
  data: { object: object };
};

export interface Fault {
  status: number;
  error: { type: Stripe.StripeRawError['type']; code?: string; message: string };
}

/** The library sends a request once and retries it once (`stripe.client.ts`). */
export const LIBRARY_TRIES = 2;

interface RecordedCall {
  method: string;
  path: string;
  params: Params;
  headers: IncomingMessage['headers'];
}

interface Response {
  status: number;
  body: unknown;
}

const errorResponse = (
  status: number,
  type: Stripe.StripeRawError['type'],
  message: string,
  code?: string,
): Response => ({
  status,
  body: { error: { type, message, code } },
});
const notFoundResponse = (what: string): Response =>
  errorResponse(404, 'invalid_request_error', `No such ${what}`, 'resource_missing');

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
/** Stripe's limit in US dollars. */
const MAX_CENTS = 99_999_999;

/** An HTTP server that behaves as Stripe's API does, as far as the shop uses it: statuses, errors and idempotency keys. */
export class StripeServer {
  readonly intents = new Map<string, FakeIntent>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly calls: RecordedCall[] = [];
  /**
   * Responses to the next requests. Faults are stored by idempotency key, like Stripe stores its own. `hang up`: closes the connection and does nothing.
   * `hang up after`: does it and closes the connection. Null: no fault.
   */
  readonly faults: (Fault | 'hang up' | 'hang up after' | null)[] = [];
  /** The first status of new refunds; a bank may take time. */
  refundStatus: NonNullable<FakeRefund['status']> = 'succeeded';
  account = 'acct_of_the_shop';
  /** Intents with a dispute. */
  readonly disputed = new Set<string>();
  /** All events, with or without a webhook, oldest first. The API lists the newest first. */
  readonly events: FakeEvent[] = [];
  /** Requests to this path and below fail. */
  failingPath: string | null = null;
  /** Requests with a key wait for this promise; another request with the same key is rejected. */
  responseGate: Promise<unknown> = Promise.resolve();
  private readonly keysInProgress = new Set<string>();
  private readonly responsesByKey = new Map<string, { request: string; response: Response }>();

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

  /** Changes an intent as the customer does in Stripe's form. */
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

  listCalls(method: string, path: string): RecordedCall[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stripe');
    if (pathname === '/v1/account')
      return createSender(res)({ status: 200, body: { id: this.account, object: 'account' } });
    const params = Object.fromEntries(req.method === 'GET' ? searchParams : new URLSearchParams(body));
    this.calls.push({ method: req.method ?? '', path: pathname, params, headers: req.headers });
    const fault = this.faults.shift();
    if (fault === 'hang up') return void req.socket.destroy();
    const send = fault === 'hang up after' ? () => void req.socket.destroy() : createSender(res);
    const key = String(req.headers['idempotency-key'] ?? '');
    const request = `${req.method} ${pathname} ${body}`;
    const stored = key && req.method === 'POST' ? this.responsesByKey.get(key) : undefined;
    if (stored && stored.request !== request) {
      return send(
        errorResponse(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        ),
      );
    }
    if (stored) return send(stored.response, { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' });
    if (this.keysInProgress.has(key))
      return send(
        errorResponse(
          409,
          'idempotency_error',
          'There is currently another in-progress request using this Idempotent Key.',
          'idempotency_key_in_use',
        ),
      );
    const response = await this.respondOnce(key, () =>
      typeof fault === 'object' && fault
        ? { status: fault.status, body: { error: fault.error } }
        : this.respond(req, pathname, params),
    );
    // A request that failed validation is not stored (docs.stripe.com/api/idempotent_requests).
    const isStored = response.status < 400 || response.status >= 500;
    if (key && req.method === 'POST' && isStored) this.responsesByKey.set(key, { request, response });
    send(response, response.status >= 500 ? { 'stripe-should-retry': 'false' } : {});
  }

  private async respondOnce(key: string, createResponse: () => Response): Promise<Response> {
    if (!key) return createResponse();
    this.keysInProgress.add(key);
    try {
      await this.responseGate;
      return createResponse();
    } finally {
      this.keysInProgress.delete(key);
    }
  }

  private respond({ method, headers }: IncomingMessage, path: string, params: Params): Response {
    if (!headers.authorization?.startsWith('Bearer sk_test_'))
      return errorResponse(401, 'authentication_error', 'Invalid API Key provided');
    const [, , resource, id = '', action] = path.split('/');
    if (this.failingPath && path.startsWith(this.failingPath)) return errorResponse(500, 'api_error', 'Our fault');
    if (resource === 'events') return this.listEvents(params);
    if (resource === 'refunds') return this.handleRefunds(method, id, params);
    if (resource !== 'payment_intents') return notFoundResponse('route');
    if (!id) return this.createIntent(params);
    const intent = this.intents.get(id);
    if (!intent) return notFoundResponse(`payment_intent: '${id}'`);
    if (method === 'GET') return { status: 200, body: intent };
    // Stripe cancels processing intents in rare cases. This server always does, so that no test relies on an error.
    if (!CHANGEABLE.includes(intent.status) && !(action === 'cancel' && intent.status === 'processing')) {
      return errorResponse(
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
    return { status: 200, body: this.change(id, { shipping: toShipping(params) }) };
  }

  private createIntent(params: Params): Response {
    const amount = Number(params.amount);
    if (amount > MAX_CENTS)
      return errorResponse(400, 'invalid_request_error', 'Amount must be no more than $999,999.99', 'amount_too_large');
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
      shipping: toShipping(params),
      cancellation_reason: null,
      latest_charge: null,
      last_payment_error: null,
    };
    this.intents.set(id, intent);
    return { status: 200, body: intent };
  }

  private listEvents(params: Params): Response {
    const types = new Set(Object.values(nested(params, 'types')));
    const { gte, lt } = nested(params, 'created');
    const listed = this.events.filter(
      ({ type, created }) => types.has(type) && created >= Number(gte) && created < Number(lt),
    );
    return createPage(
      listed.sort((one, other) => other.created - one.created),
      params,
    );
  }

  private handleRefunds(method: string | undefined, id: string, params: Params): Response {
    if (!id && !this.intents.has(params.payment_intent ?? ''))
      return notFoundResponse(`payment_intent: '${params.payment_intent}'`);
    if (method === 'GET') {
      if (!id)
        return createPage(
          [...this.refunds.values()].filter((refund) => refund.payment_intent === params.payment_intent).reverse(),
          params,
        );
      const refund = this.refunds.get(id);
      return refund ? { status: 200, body: refund } : notFoundResponse('refund');
    }
    const intent = this.intents.get(params.payment_intent ?? '');
    if (intent?.status !== 'succeeded')
      return errorResponse(
        400,
        'invalid_request_error',
        'This PaymentIntent does not have a successful charge to refund.',
      );
    if (this.disputed.has(intent.id))
      return errorResponse(
        400,
        'invalid_request_error',
        'Charge ch_1 has been charged back; cannot issue a refund.',
        'charge_disputed',
      );
    const refundedCents = [...this.refunds.values()]
      .filter((refund) => refund.payment_intent === intent.id && refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const remainingCents = intent.amount_received - refundedCents;
    if (remainingCents <= 0)
      return errorResponse(
        400,
        'invalid_request_error',
        'The charge has already been refunded.',
        'charge_already_refunded',
      );
    const amount = Number(params.amount ?? remainingCents);
    if (amount > remainingCents)
      return errorResponse(400, 'invalid_request_error', 'Refund amount is greater than unrefunded amount on charge');
    return { status: 200, body: this.makeRefund(intent.id, amount, nested(params, 'metadata')) };
  }

  /** Also used for refunds in the Dashboard. */
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

/** Newest first; the default limit is ten. */
function createPage(all: readonly { id: string }[], { limit = '10', starting_after: after }: Params): Response {
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

function toShipping(params: Params): FakeIntent['shipping'] {
  const { name = '', ...rest } = nested(params, 'shipping');
  const address = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key.replace('address][', ''), value]));
  return { name, address: address as unknown as Stripe.Address };
}

const createSender =
  (res: ServerResponse) =>
  ({ status, body }: Response, headers: Record<string, string> = {}): void =>
    void res
      .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test', ...headers })
      .end(JSON.stringify(body));
