import { randomUUID } from 'node:crypto';
import type { AuditActor, Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { WEBHOOK_SECRET } from '../support/test-shop.js';
import { ChangeOrderStatus } from '../../src/admin-orders/change-order-status.js';
import { RefundOrder } from '../../src/admin-orders/refund-order.js';
import { CartsService } from '../../src/carts/carts.service.js';
import { PlacedOrders } from '../../src/checkout/placed-orders.js';
import { CancelOwnOrder } from '../../src/customer-orders/cancel-own-order.js';
import { AskPrinter } from '../../src/fulfilment/ask-printer.js';
import { SubmitOrder } from '../../src/fulfilment/submit-order.js';
import { ClaimGuest } from '../../src/guests/claim-guest.js';
import { DiscrepanciesRepository } from '../../src/money/discrepancies.repository.js';
import { DiscrepancyResolutionService } from '../../src/money/discrepancy-resolution.service.js';
import { WebhooksService } from '../../src/payments/webhooks.service.js';
import { PaymentSweep } from '../../src/payments/payment-sweep.js';
import { SANDBOX_SIGNATURE_HEADER } from '../../src/payments/sandbox/sandbox-event.mapper.js';
import { SandboxSettlementService } from '../../src/payments/sandbox/sandbox-settlement.service.js';
import { signWebhook } from '../../src/payments/webhook-signature.rules.js';
import { RemakePrintFiles } from '../../src/print-files/remake-print-files.js';
import { HeldChanges, type Change } from './held-changes.js';
import { tellDrawn, tellNotDrawn } from './money-art.js';
import type { MoneyShop, Scene } from './money-shop.js';
import type { PrinterAnswer } from './printer-line.js';
import * as time from './money-time.js';
import { ShownCheckouts, type Card, type Place } from './shown-checkouts.js';

/** What somebody may do at any moment. Numbers choose among what there is: carts' lines, secrets that were told, webhooks, orders. */
export type Act =
  | { kind: 'ship'; at: Place }
  | { kind: 'add'; product: 0 | 1; at: Place }
  | { kind: 'set'; line: number; quantity: number }
  | { kind: 'remove'; line: number }
  | { kind: 'reprice'; product: 0 | 1; cents: number }
  | { kind: 'signIn' }
  | { kind: 'pay'; secret: number; card: Card }
  /** On a page that shows what is paid, which the shop is asked for first. */
  | { kind: 'payShown'; page: number; card: Card }
  | { kind: 'answer'; secret: number; answer: 'complete' | 'fail' }
  | { kind: 'bank' }
  | { kind: 'hear'; webhook: number }
  | { kind: 'return'; order: number }
  | { kind: 'sweep' }
  | { kind: 'cancel' | 'process' | 'sendByHand' | 'cancelOwn' | 'remake'; order: number }
  /** `cents` null: the order's total. The same key is the same click. */
  | { kind: 'refund'; order: number; cents: number | null; key: number }
  | { kind: 'dashboard'; order: number; cents: number | null }
  | Change
  /** All at once; or one, told of by `news`. */
  | { kind: 'draw' | 'endChangeWindow' }
  | { kind: 'drawn' | 'notDrawn'; news: number }
  | { kind: 'print'; answer: PrinterAnswer }
  /** So many hours go by at the printer: its press starts, its parcels leave and arrive. */
  | { kind: 'press'; hours: number }
  | { kind: 'printer'; order: number }
  /** An admin presses the button of a difference. */
  | { kind: 'mend'; difference: number }
  /** Ten minutes go by, or a day. */
  | { kind: 'wait' | 'leave' }
  /** The provider takes a cent more than it was told. */
  | { kind: 'overcharge' };

interface PlacedRow {
  id: string;
  intentId: string | null;
  totalCents: number;
}

export const ADMIN: AuditActor = { id: null, name: 'admin@example.com' };
/** Of what an admin of these scripts gives back. */
export const REFUND_REASON = 'it was torn';
const KEYS = 3;

/** Those of one moment by their type: an id says nothing. */
export const WEBHOOKS = `SELECT id, payload FROM sandbox_webhooks ORDER BY created_at, payload::jsonb->>'type', id`;
const ORDERS =
  'SELECT id, payment_intent_id AS "intentId", total_cents AS "totalCents" FROM orders ORDER BY created_at, id';

const chosen = <Thing>(things: readonly Thing[], choice: number): Thing | undefined =>
  things[choice % Math.max(1, things.length)];

/** One run: what the customer's browsers and the admin know, and what the provider has to tell. */
export class Play {
  readonly checkouts: ShownCheckouts;
  /** Refunds that an admin was told are made. */
  readonly refunded = new Set<string>();
  readonly changes: HeldChanges;
  readonly keys: readonly string[] = Array.from({ length: KEYS }, () => randomUUID());
  hasSignedIn = false;
  /** The provider took a cent more than it was told. */
  isOvercharged = false;

  constructor(
    private readonly shop: MoneyShop,
    private readonly scene: Scene,
  ) {
    this.changes = new HeldChanges(shop);
    this.checkouts = new ShownCheckouts(shop, (at) => this.who(at));
  }

  async perform(act: Act): Promise<unknown> {
    switch (act.kind) {
      case 'ship':
        return this.checkouts.ship(act.at);
      case 'add':
        return this.shop.add(this.scene, this.who(act.at), act.product);
      case 'set':
        return this.withLine(act.line, (id) =>
          this.shop.get(CartsService).changeQuantity(this.who(), id, act.quantity),
        );
      case 'remove':
        return this.withLine(act.line, (id) => this.shop.get(CartsService).removeItem(this.who(), id));
      case 'reprice':
        return this.shop.change('UPDATE catalogue_products SET base_price_cents = $2 WHERE id = $1', [
          this.scene.products[act.product],
          act.cents,
        ]);
      case 'signIn':
        return this.signIn();
      case 'pay':
        return this.checkouts.pay(act.secret, act.card);
      case 'payShown':
        return this.checkouts.payShown(act.page, act.card);
      case 'answer':
        return this.checkouts.answer(act.secret, act.answer);
      case 'bank':
        return this.bank();
      case 'hear':
        return this.hear(chosen(await this.webhooks(), act.webhook));
      case 'sweep':
        return this.shop.get(PaymentSweep).run();
      case 'draw':
        return time.drawFiles(this.shop);
      case 'drawn':
        return tellDrawn(this.shop, act.news);
      case 'notDrawn':
        return tellNotDrawn(this.shop, act.news);
      case 'endChangeWindow':
        return time.endHolds(this.shop);
      case 'print':
        return this.shop.line.during(act.answer, () => this.shop.get(SubmitOrder).submitDue());
      case 'press':
        return time.passAtPrinter(this.shop, act.hours);
      case 'wait':
        return time.wait(this.shop);
      case 'leave':
        return time.leave(this.shop);
      case 'overcharge':
        this.isOvercharged = true;
        return this.shop.change(`UPDATE sandbox_intents SET amount_cents = amount_cents + 1 WHERE status = 'open'`);
      case 'mend':
        return this.mend(act.difference);
      case 'return':
      case 'cancel':
      case 'process':
      case 'sendByHand':
      case 'cancelOwn':
      case 'remake':
      case 'refund':
      case 'dashboard':
      case 'printer':
      case 'place':
      case 'resize':
      case 'readdress':
        return this.withOrder(act.order, (order) => this.performOn(order, act));
    }
  }

  /** Everything in the order in which it happened. */
  webhooks(): Promise<{ id: string; payload: string }[]> {
    return this.shop.rows(WEBHOOKS);
  }

  /** The id of what was answered with 200. */
  async hear(webhook: { id: string; payload: string } | undefined): Promise<string | null> {
    if (!webhook) return null;
    const raw = Buffer.from(webhook.payload);
    await this.shop
      .get(WebhooksService)
      .handleWebhook(raw, { [SANDBOX_SIGNATURE_HEADER]: signWebhook(WEBHOOK_SECRET, raw) });
    return webhook.id;
  }

  /** The banks' time is up. */
  async bank(): Promise<void> {
    if (await time.endBanksTime(this.shop)) await this.shop.get(SandboxSettlementService).settleDue();
  }

  /** `guest.claimed`, which may come more than once. */
  async claim(): Promise<void> {
    const { guest, customer } = this.scene;
    await this.shop
      .get(DataSource)
      .transaction((manager) => this.shop.get(ClaimGuest).execute(manager, guest.guestId, customer.userId));
  }

  private who(at: Place = 'here'): Caller {
    if (at === 'elsewhere') return this.scene.elsewhere;
    return this.hasSignedIn ? this.scene.customer : this.scene.guest;
  }

  /** The browser is the customer's from now on; that it was may be heard of later. */
  private signIn(): Promise<void> {
    this.hasSignedIn = true;
    return this.claim();
  }

  private async performOn(
    { id, intentId, totalCents }: PlacedRow,
    act: Extract<Act, { order: number }>,
  ): Promise<unknown> {
    switch (act.kind) {
      case 'return':
        return intentId && this.shop.get(PlacedOrders).read(this.who(), intentId);
      case 'cancel':
        return this.shop.get(ChangeOrderStatus).execute(id, { to: 'cancelled', tracking: null }, ADMIN);
      case 'process':
        return this.shop.get(ChangeOrderStatus).execute(id, { to: 'processing', tracking: null }, ADMIN);
      case 'sendByHand':
        return this.shop.get(ChangeOrderStatus).execute(id, { to: 'shipped', tracking: null }, ADMIN);
      case 'cancelOwn':
        return this.shop.get(CancelOwnOrder).execute(id);
      case 'remake':
        return this.shop.get(RemakePrintFiles).execute(id, ADMIN);
      case 'refund':
        return this.refund(id, act.cents ?? totalCents, this.keys[act.key % KEYS]!);
      case 'dashboard':
        return intentId && this.shop.dashboard.giveBack(intentId, act.cents ?? totalCents);
      case 'printer':
        return this.shop.get(AskPrinter).ask(id);
      case 'place':
      case 'resize':
      case 'readdress':
        return this.changes.make(id, act);
    }
  }

  private async refund(orderId: string, amountCents: number, key: string): Promise<void> {
    await this.shop.get(RefundOrder).execute(orderId, { amountCents, reason: REFUND_REASON, key }, ADMIN);
    this.refunded.add(key);
  }

  private async mend(choice: number): Promise<void> {
    const { newest } = await this.shop.get(DiscrepanciesRepository).listNewest();
    const one = chosen(newest, choice);
    if (one) await this.shop.get(DiscrepancyResolutionService).resolveDiscrepancy(one.id, ADMIN);
  }

  private async withLine(choice: number, change: (lineId: string) => Promise<unknown>): Promise<unknown> {
    const line = chosen(await this.shop.rows<{ id: string }>('SELECT id FROM cart_items ORDER BY line_key'), choice);
    return line ? change(line.id) : null;
  }

  private async withOrder(choice: number, work: (order: PlacedRow) => Promise<unknown>): Promise<unknown> {
    const order = chosen(await this.shop.rows<PlacedRow>(ORDERS), choice);
    return order ? work(order) : null;
  }
}
