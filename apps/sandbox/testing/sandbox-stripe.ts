import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getDataSourceToken } from '@nestjs/typeorm';
import type Stripe from 'stripe';
import type { DataSource } from 'typeorm';
import { CardPaymentsService } from '../src/stripe/card-payments.service.js';
import { RefundsService } from '../src/stripe/refunds.service.js';
import { StripeApi } from '../src/stripe/stripe-api.service.js';
import { StripeControl } from '../src/stripe/stripe-control.service.js';
import { StripeError } from '../src/stripe/stripe-error.js';
import { StripeFaults, type RecordedCall, type StripeFault } from '../src/stripe/stripe-faults.service.js';
import { newEvent, toId } from '../src/stripe/stripe-objects.js';
import { StripeStore, type NewRow, type StripeObject } from '../src/stripe/stripe.store.js';
import { WebhooksService, type WebhookEndpoint } from '../src/stripe/webhooks.service.js';

export type { RecordedCall, StripeFault, WebhookEndpoint };

const EXPIRY = { expMonth: 12, expYear: 2034 };
const OPEN: Partial<Stripe.PaymentIntent> = { status: 'requires_payment_method', next_action: null };

/** Stripe's side of a test: customers, banks, the Dashboard, and faults. */
export class SandboxStripe {
  readonly faults: StripeFaults;
  /** The calls of the shop's server so far. */
  readonly calls: RecordedCall[] = [];
  /** Stripe's API without a network. */
  readonly api: StripeApi;
  /** Disputes, reviews, delayed decisions. */
  readonly control: StripeControl;
  /** What the customer's browser and bank do. */
  readonly payments: CardPaymentsService;
  private readonly dataSource: DataSource;
  private readonly store: StripeStore;

  constructor(private readonly app: NestFastifyApplication) {
    this.faults = app.get(StripeFaults, { strict: false });
    this.faults.calls = this.calls;
    this.api = app.get(StripeApi, { strict: false });
    this.control = app.get(StripeControl, { strict: false });
    this.payments = app.get(CardPaymentsService, { strict: false });
    this.store = app.get(StripeStore, { strict: false });
    this.dataSource = app.get<DataSource>(getDataSourceToken());
  }

  /** Null: events are listed and not sent. */
  sendWebhooksTo(endpoint: WebhookEndpoint | null): void {
    this.app.get(WebhooksService, { strict: false }).setEndpoint(endpoint);
  }

  listCalls(method: string, path: string): RecordedCall[] {
    return this.calls.filter((call) => call.method === method && call.path === path);
  }

  async listIntents(): Promise<Stripe.PaymentIntent[]> {
    return this.listDocuments('payment_intent');
  }

  /** Of one payment, oldest first. */
  async listRefunds(intentId: string): Promise<Stripe.Refund[]> {
    return (await this.listDocuments<Stripe.Refund>('refund')).filter(({ payment_intent: of }) => of === intentId);
  }

  /** Oldest first. */
  async listEvents(): Promise<Stripe.Event[]> {
    return this.listDocuments('event');
  }

  async getIntent(id: string): Promise<Stripe.PaymentIntent> {
    return (await this.getRow<Stripe.PaymentIntent>(id)).document;
  }

  /** Changes an intent without an event, to any state. */
  async changeIntent(id: string, change: Partial<Stripe.PaymentIntent>): Promise<Stripe.PaymentIntent> {
    return this.store.update(this.dataSource.manager, { id } as Stripe.PaymentIntent, change);
  }

  /** Changes the charge of an intent without an event. */
  async changeCharge(intentId: string, change: Partial<Stripe.Charge>): Promise<void> {
    const { latest_charge: charge } = await this.getIntent(intentId);
    await this.store.update(this.dataSource.manager, { id: toId(charge) } as Stripe.Charge, change);
  }

  /** The bank returns the money of a refund. */
  async failRefund({ id }: Stripe.Refund): Promise<void> {
    const { account, document } = await this.getRow<Stripe.Refund>(id);
    await this.dataSource.transaction((manager) =>
      this.app
        .get(RefundsService, { strict: false })
        .failRefund(manager, account, document, 'expired_or_canceled_card'),
    );
  }

  /** The customer pays by card. A decline throws nothing. */
  async payByCard(id: string, number: string): Promise<Stripe.PaymentIntent> {
    const { account } = await this.getRow(id);
    try {
      await this.payments.confirm(account, id, { number, ...EXPIRY });
    } catch (error) {
      if (!(error instanceof StripeError && error.status === 402)) throw error;
    }
    return this.getIntent(id);
  }

  /** The intent is paid, whatever its state. `amount`: another than the intent's. */
  async pay(id: string, amount?: number): Promise<Stripe.PaymentIntent> {
    await this.changeIntent(id, { ...OPEN, ...(amount !== undefined && { amount }) });
    return this.payByCard(id, '4242424242424242');
  }

  async decline(id: string): Promise<Stripe.PaymentIntent> {
    await this.changeIntent(id, OPEN);
    return this.payByCard(id, '4000000000000002');
  }

  /** A refund in the Dashboard, or one of the shop's if it has the shop's metadata. */
  async refund(
    id: string,
    amount: number,
    { metadata = {}, status }: { metadata?: Stripe.Metadata; status?: 'pending' | 'failed' } = {},
  ): Promise<Stripe.Refund> {
    const { account } = await this.getRow(id);
    return this.dataSource.transaction(async (manager) => {
      const refunds = this.app.get(RefundsService, { strict: false });
      const refund = await refunds.createRefund(manager, account, { payment_intent: id, amount, metadata });
      return status ? this.store.update(manager, refund, { status }) : refund;
    });
  }

  /** An event that nothing at the sandbox caused. */
  async createEvent(
    account: string,
    type: Stripe.Event['type'],
    object: object,
    change: Partial<Stripe.Event> = {},
  ): Promise<Stripe.Event> {
    const event = { ...newEvent(type, object), ...change } as Stripe.Event;
    await this.app.get(WebhooksService, { strict: false }).publish(this.dataSource.manager, account, event);
    return event;
  }

  /** Returns what `restoreObject` takes. */
  async deleteObject(id: string): Promise<NewRow> {
    const row = await this.getRow<StripeObject>(id);
    await this.dataSource.query('DELETE FROM stripe_objects WHERE id = $1', [id]);
    return row;
  }

  async restoreObject(row: NewRow): Promise<void> {
    await this.store.insert(this.dataSource.manager, row);
  }

  /** Forgets everything but the endpoint. */
  async clear(): Promise<void> {
    await this.dataSource.query('TRUNCATE stripe_objects, stripe_requests');
    this.clearFaults();
  }

  clearFaults(): void {
    this.calls.length = 0;
    this.faults.next.length = 0;
    Object.assign(this.faults, { failingPath: null, isAccountForbidden: false, gate: null });
  }

  private async getRow<Type extends StripeObject>(id: string) {
    const row = await this.store.find<Type>(this.dataSource.manager, id);
    if (!row) throw new Error(`The sandbox has no ${id}`);
    return row;
  }

  private async listDocuments<Type extends StripeObject>(kind: string): Promise<Type[]> {
    const rows = await this.dataSource.query<{ document: Type }[]>(
      'SELECT document FROM stripe_objects WHERE kind = $1 ORDER BY seq',
      [kind],
    );
    return rows.map(({ document }) => document);
  }
}
