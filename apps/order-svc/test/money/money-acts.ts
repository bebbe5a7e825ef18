import type { AuditActor } from '@shop/service-kit';
import { ADDRESS, CARDS, WEBHOOK_SECRET } from '../shop.js';
import { ChangeOrderStatus } from '../../src/admin-orders/change-order-status.js';
import { CartsService } from '../../src/carts/carts.service.js';
import { PlaceOrder } from '../../src/checkout/place-order.js';
import { PlacedOrders } from '../../src/checkout/placed-orders.js';
import { HearWebhook } from '../../src/payments/hear-webhook.js';
import { PaymentSweep } from '../../src/payments/payment-sweep.js';
import { AnswerSandboxChallenge } from '../../src/payments/sandbox/answer-sandbox-challenge.js';
import { ConfirmSandboxPayment } from '../../src/payments/sandbox/confirm-sandbox-payment.js';
import { SANDBOX_SIGNATURE_HEADER } from '../../src/payments/sandbox/sandbox-event.js';
import { SettleSandbox } from '../../src/payments/sandbox/settle-sandbox.js';
import { signWebhook } from '../../src/payments/webhook-signature.js';
import type { MoneyShop, Scene } from './money-shop.js';

export type Card = 'accepted' | 'declined' | 'challenged' | 'slow' | 'slowAndDeclined';

/** What somebody may do at any moment. Numbers choose among what there is: carts' lines, secrets that were told, webhooks, orders. */
export type Act =
  | { kind: 'ship' }
  | { kind: 'add'; product: 0 | 1 }
  | { kind: 'set'; line: number; quantity: number }
  | { kind: 'remove'; line: number }
  | { kind: 'reprice'; product: 0 | 1; cents: number }
  | { kind: 'pay'; secret: number; card: Card }
  | { kind: 'answer'; secret: number; answer: 'complete' | 'fail' }
  | { kind: 'bank' }
  | { kind: 'hear'; webhook: number }
  | { kind: 'return'; order: number }
  | { kind: 'sweep' }
  | { kind: 'cancel'; order: number }
  | { kind: 'leave' };

const ADMIN: AuditActor = { id: null, name: 'admin@example.com' };

const chosen = <Thing>(things: readonly Thing[], choice: number): Thing | undefined => things[choice % Math.max(1, things.length)];

/** One run: what the customer's browser knows, and what the provider has to tell. */
export class Play {
  /** Client secrets that a shipping call has answered with. */
  readonly secrets: string[] = [];

  constructor(
    private readonly shop: MoneyShop,
    private readonly scene: Scene,
  ) {}

  async perform(act: Act): Promise<unknown> {
    const { guest } = this.scene;
    switch (act.kind) {
      case 'ship':
        return this.ship();
      case 'add':
        return this.shop.add(this.scene, act.product);
      case 'set':
        return this.withLine(act.line, (id) => this.shop.get(CartsService).changeQuantity(guest, id, act.quantity));
      case 'remove':
        return this.withLine(act.line, (id) => this.shop.get(CartsService).removeItem(guest, id));
      case 'reprice':
        return this.shop.rows('UPDATE catalogue_products SET base_price_cents = $2 WHERE id = $1', [this.scene.products[act.product], act.cents]);
      case 'pay':
        return this.withSecret(act.secret, (clientSecret) => this.shop.get(ConfirmSandboxPayment).execute({ clientSecret, cardNumber: CARDS[act.card].replaceAll(' ', ''), expiry: '12/34', cvc: '123' }));
      case 'answer':
        return this.withSecret(act.secret, (clientSecret) => this.shop.get(AnswerSandboxChallenge).execute({ clientSecret, answer: act.answer }));
      case 'bank':
        return this.bank();
      case 'hear':
        return this.hear(chosen(await this.webhooks(), act.webhook));
      case 'return':
        return this.withOrder(act.order, ({ intentId }) => (intentId ? this.shop.get(PlacedOrders).read(guest, intentId) : null));
      case 'sweep':
        return this.shop.get(PaymentSweep).run();
      case 'cancel':
        return this.withOrder(act.order, ({ id }) => this.shop.get(ChangeOrderStatus).execute(id, { to: 'cancelled', tracking: null }, ADMIN));
      case 'leave':
        return this.leave();
    }
  }

  /** Everything in the order in which it happened. */
  webhooks(): Promise<{ id: string; payload: string }[]> {
    return this.shop.rows('SELECT id, payload FROM sandbox_webhooks ORDER BY created_at, id');
  }

  /** The id of what was answered with 200. */
  async hear(webhook: { id: string; payload: string } | undefined): Promise<string | null> {
    if (!webhook) return null;
    const raw = Buffer.from(webhook.payload);
    await this.shop.get(HearWebhook).execute(raw, { [SANDBOX_SIGNATURE_HEADER]: signWebhook(WEBHOOK_SECRET, raw) });
    return webhook.id;
  }

  /** The banks' time is up. */
  async bank(): Promise<void> {
    await this.shop.rows('UPDATE sandbox_intents SET settles_at = now() WHERE settles_at IS NOT NULL');
    await this.shop.get(SettleSandbox).execute();
  }

  /** A day goes by. */
  async leave(): Promise<void> {
    await this.shop.rows(`UPDATE orders SET updated_at = updated_at - interval '25 hours', mismatch_seen_at = mismatch_seen_at - interval '25 hours' WHERE status = 'created'`);
  }

  private async ship(): Promise<void> {
    const { clientSecret } = await this.shop.get(PlaceOrder).execute(this.scene.guest, ADDRESS);
    if (!this.secrets.includes(clientSecret)) this.secrets.push(clientSecret);
  }

  private withSecret(choice: number, give: (clientSecret: string) => Promise<unknown>): Promise<unknown> | null {
    const secret = chosen(this.secrets, choice);
    return secret === undefined ? null : give(secret);
  }

  private async withLine(choice: number, change: (lineId: string) => Promise<unknown>): Promise<unknown> {
    const line = chosen(await this.shop.rows<{ id: string }>('SELECT id FROM cart_items ORDER BY line_key'), choice);
    return line ? change(line.id) : null;
  }

  private async withOrder(choice: number, work: (order: { id: string; intentId: string | null }) => unknown): Promise<unknown> {
    const order = chosen(await this.shop.rows<{ id: string; intentId: string | null }>('SELECT id, payment_intent_id AS "intentId" FROM orders ORDER BY created_at'), choice);
    return order ? work(order) : null;
  }
}
