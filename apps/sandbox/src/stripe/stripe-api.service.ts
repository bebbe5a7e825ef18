import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { parse } from 'qs';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { findAccountBySecretKey, readKey } from './accounts.rules.js';
import { parseParams, PaymentIntentsService } from './payment-intents.service.js';
import { RefundsService } from './refunds.service.js';
import { RefusedCallError, StripeError, invalidRequest, type StripeErrorBody } from './stripe-error.js';
import { StripeFaults } from './stripe-faults.service.js';
import { StripeStore, type StripeObject } from './stripe.store.js';

export interface ApiRequest {
  method: string;
  /** Without the query, such as `/v1/refunds`. */
  path: string;
  /** Form-encoded: the query of a GET, the body of a POST. */
  form: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The connection is closed without an answer. */
export type HangUp = 'hang up';

interface Call {
  method: string;
  account: string;
  resource: string;
  id: string;
  action: string | undefined;
  params: Record<string, unknown>;
}

const listSchema = z.strictObject({
  payment_intent: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  type: z.string().optional(),
  created: z.strictObject({ gte: z.coerce.number().optional(), lt: z.coerce.number().optional() }).default({}),
  starting_after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** Path → kind of object. */
const KINDS: Readonly<Record<string, string>> = {
  charges: 'charge',
  disputes: 'dispute',
  events: 'event',
  refunds: 'refund',
  reviews: 'review',
  payment_methods: 'payment_method',
  'radar/early_fraud_warnings': 'radar.early_fraud_warning',
};

const ACCOUNT_FORBIDDEN = new StripeError(403, {
  type: 'invalid_request_error',
  message: 'The provided key does not have the required permissions for this endpoint',
});

const UNIQUE_VIOLATION = '23505';

const toResponse = (status: number, body: unknown): ApiResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const toErrorResponse = (status: number, error: StripeErrorBody): ApiResponse => toResponse(status, { error });

const KEY_IN_USE = new StripeError(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this Idempotent Key.',
});
const KEY_REUSED = new StripeError(400, {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
});

/** Answers that are given before a call begins: a wrong key, missing rights, a limit. */
const NEVER_STORED: ReadonlySet<number> = new Set([401, 403, 429]);

const CLAIM_KEY = `
  SELECT pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0)) AS "isFree", r.request, r.status, r.body
  FROM (VALUES (1)) one LEFT JOIN stripe_requests r ON r.account = $1 AND r.key = $2`;

interface ClaimedKey {
  isFree: boolean;
  request: string | null;
  status: number;
  body: string;
}

/** Stripe's API without HTTP: authentication, idempotency keys, routes, errors. */
@Injectable()
export class StripeApi {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly faults: StripeFaults,
    private readonly store: StripeStore,
    private readonly intents: PaymentIntentsService,
    private readonly refunds: RefundsService,
  ) {}

  async handle(request: ApiRequest): Promise<ApiResponse | HangUp> {
    const { method, path, form, headers } = request;
    // The shop's server asks at a time that no test plans.
    if (path === '/v1/account') return this.answer(request, null);
    this.faults.calls?.push({ method, path, params: Object.fromEntries(new URLSearchParams(form)), headers });
    const fault = this.faults.next.shift();
    if (fault === 'hang up') return fault;
    const response = await this.answer(request, fault && fault !== 'hang up after' ? fault : null);
    return fault === 'hang up after' ? 'hang up' : response;
  }

  private async answer(
    request: ApiRequest,
    fault: { status: number; error: StripeErrorBody } | null,
  ): Promise<ApiResponse> {
    const { method, path, form, headers } = request;
    try {
      const account = findAccountBySecretKey(readKey(String(headers.authorization ?? '')));
      if (!account) throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
      const key = String(headers['idempotency-key'] ?? '');
      const respond = (manager: EntityManager): Promise<ApiResponse> =>
        fault ? Promise.resolve(toFault(fault)) : this.respond(manager, parseCall(account, request));
      if (method !== 'POST' || key === '')
        return await (method === 'POST' ? this.dataSource.transaction(respond) : respond(this.dataSource.manager));
      return await this.dataSource.transaction((manager) =>
        this.respondOnce(manager, { account, key, request: `${path} ${form}` }, respond),
      );
    } catch (error) {
      if (error instanceof StripeError) return toErrorResponse(error.status, error.body);
      if (isUniqueViolation(error)) return toErrorResponse(KEY_IN_USE.status, KEY_IN_USE.body);
      throw error;
    }
  }

  /**
   * Repeats the first answer to a key, also a fault or a refusal. An answer to wrong parameters is not stored, because the call did not
   * begin (docs.stripe.com/api/idempotent_requests).
   */
  private async respondOnce(
    manager: EntityManager,
    { account, key, request }: { account: string; key: string; request: string },
    respond: (manager: EntityManager) => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    const [claimed] = await manager.query<ClaimedKey[]>(CLAIM_KEY, [account, key]);
    if (claimed && claimed.request !== null) {
      if (claimed.request !== request) throw KEY_REUSED;
      const { status, body } = claimed;
      const replayed = { 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' };
      return { status, body, headers: { 'content-type': 'application/json', ...replayed } };
    }
    if (!claimed?.isFree) throw KEY_IN_USE;
    await this.faults.gate;
    const response = await respond(manager).catch((error: unknown) => {
      if (!(error instanceof RefusedCallError)) throw error;
      return toErrorResponse(error.status, error.body);
    });
    if (!NEVER_STORED.has(response.status))
      await manager.query(
        'INSERT INTO stripe_requests (account, key, request, status, body) VALUES ($1, $2, $3, $4, $5)',
        [account, key, request, response.status, response.body],
      );
    return response;
  }

  private async respond(manager: EntityManager, call: Call): Promise<ApiResponse> {
    const { failingPath } = this.faults;
    if (failingPath && `/v1/${call.resource}/${call.id}`.startsWith(failingPath))
      return toFault({ status: 500, error: { type: 'api_error', message: 'Our fault' } });
    if (this.faults.isAccountForbidden && call.resource === 'account') throw ACCOUNT_FORBIDDEN;
    return toResponse(200, await this.findResult(manager, call));
  }

  private findResult(manager: EntityManager, call: Call): Promise<unknown> {
    const { method, account, resource, id, action, params } = call;
    if (resource === 'account' && method === 'GET') return Promise.resolve({ id: account, object: 'account' });
    if (resource === 'payment_intents') {
      if (method === 'GET' && id) return this.intents.retrieveIntent(manager, account, id, params);
      if (method === 'POST' && !id) return this.intents.createIntent(manager, account, params);
      if (method === 'POST' && !action) return this.intents.updateIntent(manager, account, id, params);
      if (method === 'POST' && action === 'cancel') return this.intents.cancelIntent(manager, account, id, params);
    }
    if (resource === 'refunds' && method === 'POST' && !id) return this.refunds.createRefund(manager, account, params);
    const kind = KINDS[resource];
    if (kind && method === 'GET')
      return id ? this.store.get(manager, account, kind, id) : this.listObjects(manager, { ...call, kind });
    throw new StripeError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: /v1/${resource})`,
    });
  }

  private async listObjects(
    manager: EntityManager,
    { account, kind, resource, params }: Call & { kind: string },
  ): Promise<unknown> {
    const {
      payment_intent: intentId,
      types,
      type,
      created,
      starting_after: startingAfter,
      limit,
    } = parseParams(listSchema, params);
    if (intentId) await this.store.get(manager, account, 'payment_intent', intentId);
    const found = await this.store.list<StripeObject>(manager, {
      account,
      kind,
      intentId,
      types: types ?? (type ? [type] : undefined),
      createdFrom: created.gte,
      createdBefore: created.lt,
      startingAfter,
      limit: limit + 1,
    });
    return { object: 'list', url: `/v1/${resource}`, data: found.slice(0, limit), has_more: found.length > limit };
  }
}

/** Stripe's own failure. It says whether the library may try again. */
const toFault = ({ status, error }: { status: number; error: StripeErrorBody }): ApiResponse => {
  const response = toErrorResponse(status, error);
  return status < 500 ? response : { ...response, headers: { ...response.headers, 'stripe-should-retry': 'false' } };
};

function parseCall(account: string, { method, path, form }: ApiRequest): Call {
  const parts = path.replace(/^\/v1\//, '').split('/');
  const resource = parts[0] === 'radar' ? parts.splice(0, 2).join('/') : (parts.shift() ?? '');
  const params = parse(form, { arrayLimit: 200, parameterLimit: 1_000 });
  const [id = '', action] = parts;
  if (parts.length > 2) throw invalidRequest(`Unrecognized request URL (${method}: ${path})`);
  return { method, account, resource, id, action, params };
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === UNIQUE_VIOLATION;
