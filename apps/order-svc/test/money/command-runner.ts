import { PERMISSIONS } from '@shop/contracts-common';
import { randomUUID } from 'node:crypto';
import type { AuditActor, Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import Stripe from 'stripe';
import { WEBHOOK_SECRET } from '../support/test-shop.js';
import { OrderChangesService } from '../../src/admin-orders/order-changes.service.js';
import { CartsService } from '../../src/carts/carts.service.js';
import { PlacedOrdersService } from '../../src/checkout/placed-orders.service.js';
import { CustomerOrderChangesService } from '../../src/customer-orders/customer-order-changes.service.js';
import { PrinterEventsService } from '../../src/order-lifecycle/printer-events.service.js';
import { GuestClaimsRepository } from '../../src/guests/guest-claims.repository.js';
import { DiscrepanciesRepository } from '../../src/money/discrepancies.repository.js';
import { DiscrepancyResolutionService } from '../../src/money/discrepancy-resolution.service.js';
import { PaymentEventsService } from '../../src/order-lifecycle/payment-events.service.js';
import { PaymentReconciliationService } from '../../src/order-lifecycle/payment-reconciliation.service.js';
import { PrintFileRequestsService } from '../../src/fulfilment/print-file-requests.service.js';
import { ChangeWindowChanges, type Change } from './change-window-changes.js';
import { deliverPrintFileCompleted, deliverPrintFileFailed } from './print-file-events.js';
import { AfterSale, type AfterSaleCommand } from './after-sale.js';
import { PaymentDoubts, type Doubt } from './payment-doubts.js';
import type { ModelShop, ShopFixture } from './model-shop.js';
import type { PrinterResponse } from './printer-connection.js';
import * as time from './simulated-time.js';
import { DisplayedCheckouts, type BrowserLocation } from './displayed-checkouts.js';
import type { Card, StoredEvent } from './stripe-side.js';

/** Of an admin who has just entered a code. */
const RIGHTS = { permissions: PERMISSIONS, assertMayRefund: () => undefined };

/**
 * A command of a customer, an admin, the provider or the clock. The numbers select among the existing cart lines,
 * client secrets, webhooks or orders.
 */
export type Command =
  | { kind: 'submitShipping'; at: BrowserLocation }
  | { kind: 'addItem'; product: 0 | 1; at: BrowserLocation }
  | { kind: 'setQuantity'; line: number; quantity: number }
  | { kind: 'removeItem'; line: number }
  | { kind: 'changePrice'; product: 0 | 1; cents: number }
  | { kind: 'signIn' }
  | { kind: 'pay'; secret: number; card: Card }
  /** On a page that displays the total, after asking the shop whether it is still right. */
  | { kind: 'payOnPage'; page: number; card: Card }
  | { kind: 'answerChallenge'; secret: number; answer: 'complete' | 'fail' }
  | { kind: 'settleBank' }
  | { kind: 'deliverWebhook'; webhook: number }
  | { kind: 'openOrderComplete'; order: number }
  | { kind: 'reconcile' }
  | { kind: 'cancel' | 'startProcessing' | 'shipManually' | 'cancelAsCustomer' | 'remakePrintFiles'; order: number }
  /** `cents` null: the order's total. The same key is the same click. */
  | { kind: 'refund'; order: number; cents: number | null; key: number }
  | { kind: 'refundAtProvider'; order: number; cents: number | null }
  | Change
  | Doubt
  | AfterSaleCommand
  /** Completes all print files, or ends all change windows. */
  | { kind: 'completePrintFiles' | 'endChangeWindow' }
  | { kind: 'printFileCompleted' | 'printFileFailed'; item: number }
  | { kind: 'submitToPrinter'; answer: PrinterResponse }
  /** Passes hours at the printer: printing starts, parcels leave and arrive. */
  | { kind: 'advancePrinter'; hours: number }
  | { kind: 'pollPrinter'; order: number }
  /** An admin runs the action of a discrepancy. */
  | { kind: 'resolveDiscrepancy'; discrepancy: number }
  /** Passes a day. */
  | { kind: 'waitOneDay' }
  /** The provider takes a cent more than the order's total. */
  | { kind: 'overcharge' };

interface OrderRow {
  id: string;
  intentId: string | null;
  totalCents: number;
}

export const ADMIN: AuditActor = { id: null, name: 'admin@example.com' };
/** The reason of refunds that an admin requests. */
export const REFUND_REASON = 'it was torn';
const REFUND_KEY_COUNT = 3;

const LIST_ORDERS =
  'SELECT id, intent_id AS "intentId", total_cents AS "totalCents" FROM orders_with_intents ORDER BY created_at, id';

const pick = <Thing>(things: readonly Thing[], choice: number): Thing | undefined =>
  things[choice % Math.max(1, things.length)];

/** Runs commands of one run, with what the customer's browsers and the admin know. */
export class CommandRunner {
  readonly checkouts: DisplayedCheckouts;
  /** Refunds that an admin's request confirmed. */
  readonly confirmedRefunds = new Set<string>();
  readonly changes: ChangeWindowChanges;
  readonly doubts: PaymentDoubts;
  readonly afterSale: AfterSale;
  readonly refundKeys: readonly string[] = Array.from({ length: REFUND_KEY_COUNT }, () => randomUUID());
  hasSignedIn = false;
  /** The provider took a cent more than the order's total. */
  isOvercharged = false;

  constructor(
    private readonly shop: ModelShop,
    private readonly fixture: ShopFixture,
  ) {
    this.changes = new ChangeWindowChanges(shop);
    this.doubts = new PaymentDoubts(shop, ADMIN);
    this.afterSale = new AfterSale(shop, ADMIN);
    this.checkouts = new DisplayedCheckouts(shop, (at) => this.getCaller(at));
  }

  async runCommand(command: Command): Promise<unknown> {
    switch (command.kind) {
      case 'submitShipping':
        return this.checkouts.submitShipping(command.at);
      case 'addItem':
        return this.shop.addToCart(this.fixture, this.getCaller(command.at), command.product);
      case 'setQuantity':
        return this.withLine(command.line, (id) =>
          this.shop.get(CartsService).changeItem(this.getCaller(), id, { quantity: command.quantity }),
        );
      case 'removeItem':
        return this.withLine(command.line, (id) => this.shop.get(CartsService).removeItem(this.getCaller(), id));
      case 'changePrice':
        return this.shop.runStatement('UPDATE catalogue_products SET base_price_cents = $2 WHERE id = $1', [
          this.fixture.products[command.product],
          command.cents,
        ]);
      case 'signIn':
        return this.signIn();
      case 'pay':
        return this.checkouts.pay(command.secret, command.card);
      case 'payOnPage':
        return this.checkouts.payOnPage(command.page, command.card);
      case 'answerChallenge':
        return this.checkouts.answerChallenge(command.secret, command.answer);
      case 'settleBank':
        return this.shop.stripeSide.settleDelayed();
      case 'deliverWebhook':
        return this.deliverWebhook(pick(await this.shop.stripeSide.listEvents(), command.webhook));
      case 'reconcile':
        await time.passPaymentCheckPause(this.shop);
        return this.shop.get(PaymentReconciliationService).reconcile();
      case 'completePrintFiles':
        return time.completePrintFiles(this.shop);
      case 'printFileCompleted':
        return deliverPrintFileCompleted(this.shop, command.item);
      case 'printFileFailed':
        return deliverPrintFileFailed(this.shop, command.item);
      case 'endChangeWindow':
        return time.endChangeWindows(this.shop);
      case 'submitToPrinter':
        return this.shop.printerConnection.withResponse(command.answer, () => this.shop.submitDueOrders());
      case 'advancePrinter':
        return time.passPrinterHours(this.shop, command.hours);
      case 'waitOneDay':
        return time.passOneDay(this.shop);
      case 'overcharge':
        this.isOvercharged = true;
        return this.shop.stripeSide.overcharge();
      case 'resolveDiscrepancy':
        return this.resolveDiscrepancy(command.discrepancy);
      case 'submitReprints':
        return this.shop.printerConnection.withResponse(command.answer, () => this.afterSale.submitDue());
      case 'assumeDeliveries':
        return time.passDeliveryTime(this.shop);
      case 'cancelReprint':
      case 'pollReprint':
      case 'confirmReprintFiles':
        return this.afterSale.applyToReprint(command);
      case 'openOrderComplete':
      case 'cancel':
      case 'startProcessing':
      case 'shipManually':
      case 'cancelAsCustomer':
      case 'remakePrintFiles':
      case 'refund':
      case 'refundAtProvider':
      case 'pollPrinter':
      case 'changePlacement':
      case 'changeSize':
      case 'changeAddress':
      case 'openReview':
      case 'closeReview':
      case 'warnOfFraud':
      case 'dispute':
      case 'winDispute':
      case 'continuePrinting':
      case 'requestReprint':
      case 'sendParcel':
      case 'returnParcel':
      case 'settleReturn':
      case 'askCustomer':
      case 'answerQuestion':
      case 'closeQuestion':
        return this.withOrder(command.order, (order) => this.runOrderCommand(order, command));
    }
  }

  /** Returns the id of a webhook that was accepted. */
  async deliverWebhook(event: StoredEvent | undefined): Promise<string | null> {
    if (!event) return null;
    const { id, payload } = event;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
    await this.shop.get(PaymentEventsService).handleWebhook(Buffer.from(payload), { 'stripe-signature': signature });
    return id;
  }

  /** Claims the guest's orders and cart, as the event `guest.claimed` does. It may arrive more than once. */
  async claimGuest(): Promise<void> {
    const { guest, customer } = this.fixture;
    await this.shop
      .get(DataSource)
      .transaction((manager) =>
        this.shop.get(GuestClaimsRepository).claimGuest(manager, guest.guestId, customer.userId),
      );
  }

  private getCaller(at: BrowserLocation = 'here'): Caller {
    if (at === 'elsewhere') return this.fixture.elsewhere;
    return this.hasSignedIn ? this.fixture.customer : this.fixture.guest;
  }

  /** Signs the browser in. The event about it may arrive later again. */
  private signIn(): Promise<void> {
    this.hasSignedIn = true;
    return this.claimGuest();
  }

  private async runOrderCommand(
    { id, intentId, totalCents }: OrderRow,
    command: Extract<Command, { order: number }>,
  ): Promise<unknown> {
    switch (command.kind) {
      case 'openOrderComplete':
        return intentId && this.shop.get(PlacedOrdersService).getPlacedOrder(this.getCaller(), intentId);
      case 'cancel':
        return this.shop
          .get(OrderChangesService)
          .changeStatus(id, { to: 'cancelled', tracking: null, mayRefund: true }, ADMIN);
      case 'startProcessing':
        return this.shop
          .get(OrderChangesService)
          .changeStatus(id, { to: 'processing', tracking: null, mayRefund: true }, ADMIN);
      case 'shipManually':
        return this.shop
          .get(OrderChangesService)
          .changeStatus(id, { to: 'shipped', tracking: null, mayRefund: true }, ADMIN);
      case 'cancelAsCustomer':
        return this.shop.get(CustomerOrderChangesService).cancelOrder(id);
      case 'remakePrintFiles':
        return this.shop.get(PrintFileRequestsService).requestMissingPrintFiles(id, ADMIN);
      case 'refund':
        return this.refund(id, command.cents ?? totalCents, this.refundKeys[command.key % REFUND_KEY_COUNT]!);
      case 'refundAtProvider':
        return intentId && this.shop.stripeSide.refund(intentId, command.cents ?? totalCents);
      case 'pollPrinter':
        return this.shop.get(PrinterEventsService).pollOrder(id);
      case 'changePlacement':
      case 'changeSize':
      case 'changeAddress':
        return this.changes.applyChange(id, command);
      case 'openReview':
      case 'closeReview':
      case 'warnOfFraud':
      case 'dispute':
      case 'winDispute':
      case 'continuePrinting':
        return this.doubts.apply(id, intentId, command);
      case 'requestReprint':
      case 'sendParcel':
      case 'returnParcel':
      case 'settleReturn':
      case 'askCustomer':
      case 'answerQuestion':
      case 'closeQuestion':
        return this.afterSale.apply(id, command);
    }
  }

  private async refund(orderId: string, amountCents: number, key: string): Promise<void> {
    await this.shop.get(OrderChangesService).requestRefund(orderId, { amountCents, reason: REFUND_REASON, key }, ADMIN);
    this.confirmedRefunds.add(key);
  }

  private async resolveDiscrepancy(choice: number): Promise<void> {
    const { newest } = await this.shop.get(DiscrepanciesRepository).listNewest();
    const discrepancy = pick(newest, choice);
    if (discrepancy)
      await this.shop.get(DiscrepancyResolutionService).resolveDiscrepancy(discrepancy.id, ADMIN, RIGHTS);
  }

  private async withLine(choice: number, change: (lineId: string) => Promise<unknown>): Promise<unknown> {
    const line = pick(await this.shop.listRows<{ id: string }>('SELECT id FROM cart_items ORDER BY line_key'), choice);
    return line ? change(line.id) : null;
  }

  private async withOrder(choice: number, work: (order: OrderRow) => Promise<unknown>): Promise<unknown> {
    const order = pick(await this.shop.listRows<OrderRow>(LIST_ORDERS), choice);
    return order ? work(order) : null;
  }
}
