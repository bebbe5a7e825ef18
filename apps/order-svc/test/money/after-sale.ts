import { randomUUID } from 'node:crypto';
import { printFileCompleted } from '@shop/contracts-art';
import { parseCents } from '@shop/contracts-common';
import type { AuditActor } from '@shop/service-kit';
import { OrderQuestionsService } from '../../src/admin-orders/order-questions.service.js';
import { ReprintRequestsService } from '../../src/admin-orders/reprint-requests.service.js';
import { OrderAnswersService } from '../../src/customer-orders/order-answers.service.js';
import { ParcelsService } from '../../src/order-lifecycle/parcels.service.js';
import { ReprintFilesConsumer } from '../../src/reprints/reprint-files.consumer.js';
import { ReprintPrintingService } from '../../src/reprints/reprint-printing.service.js';
import { ReprintsService } from '../../src/reprints/reprints.service.js';
import type { ModelShop } from './model-shop.js';
import type { PrinterResponse } from './printer-connection.js';
import { createPrintFileEvent, handlePrintFileEvent } from './print-file-events.js';

/** Questions before printing, parcels, and items that are sent again. Numbers select among what exists. */
export type AfterSaleCommand =
  /** 45 days pass without a report of the carrier. */
  | { kind: 'assumeDeliveries' }
  /** The same key is the same click. `pieces`: of each item, at most as many as were ordered. */
  | { kind: 'requestReprint'; order: number; pieces: number; isWhole: boolean; isSeen: boolean; key: number }
  | { kind: 'cancelReprint' | 'pollReprint' | 'confirmReprintFiles'; reprint: number }
  | { kind: 'submitReprints'; answer: PrinterResponse }
  /** The printer sends a parcel, or one more; the carrier brings the last one back; an admin settles that. */
  | { kind: 'sendParcel'; order: number; isPartial: boolean; isReshipment: boolean }
  | { kind: 'returnParcel' | 'settleReturn'; order: number }
  | { kind: 'askCustomer' | 'answerQuestion' | 'closeQuestion'; order: number };

interface ReprintRow {
  id: string;
  orderId: string;
}

interface OrderedItem {
  id: string;
  quantity: number;
}

interface RequestedReprint {
  id: string;
  items: { orderItemId: string; quantity: number }[];
}

const KEY_COUNT = 3;

const LIST_REPRINTS = 'SELECT id, order_id AS "orderId" FROM reprints ORDER BY requested_at, id';
const LIST_ITEMS = 'SELECT id, quantity FROM order_items WHERE order_id = $1 ORDER BY position';
const LIST_QUESTIONS = 'SELECT id FROM order_questions WHERE order_id = $1 ORDER BY asked_at DESC, id';

/** Reprints whose attempt may be due. */
const LIST_UNSUBMITTED = `SELECT id, order_id AS "orderId" FROM reprints WHERE state IN ('waiting', 'submitting') ORDER BY due_at, id`;

/** What the provider knows and the shop may not: nothing of the payment is left, or the bank disputes it. */
const IS_DOUBTED_AT_PROVIDER = `
  SELECT EXISTS (SELECT FROM stripe_disputes d JOIN stripe_intents i ON i.id = d.intent_id WHERE i.order_id = $1 AND d.status = 'needs_response')
    OR EXISTS (SELECT FROM stripe_intents i WHERE i.order_id = $1 AND i.status = 'succeeded' AND i.amount_cents <=
      (SELECT COALESCE(sum(r.amount_cents), 0) FROM stripe_refunds r WHERE r.intent_id = i.id AND r.status IN ('succeeded', 'pending'))
      + (SELECT COALESCE(sum(d.amount_cents), 0) FROM stripe_disputes d WHERE d.intent_id = i.id AND d.status = 'lost')) AS "isDoubted"`;

const LIST_CHARGED = 'SELECT r.id FROM reprints r JOIN printed_orders p ON p.order_id = r.id';

const IS_SENDABLE = 'SELECT FROM printed_orders WHERE order_id = $1 AND confirmed_at IS NOT NULL AND NOT is_cancelled';

const IS_PRINTED = 'SELECT FROM reprint_log WHERE reprint_id = $1';

const toReference = (id: string): string => `@${id.replaceAll('-', '')}`;

const pick = <Thing>(things: readonly Thing[], choice: number): Thing | undefined =>
  things[choice % Math.max(1, things.length)];

/** What admins, customers, the printer and carriers do around a sent order in one run. */
export class AfterSale {
  /** What admins' confirmed requests asked for. */
  readonly confirmedReprints: RequestedReprint[] = [];
  /** Reprints that were sent to the printer although the provider could say before that their money is gone or disputed. */
  readonly printedInDoubt: string[] = [];
  private readonly keys: readonly string[] = Array.from({ length: KEY_COUNT }, () => randomUUID());

  constructor(
    private readonly shop: ModelShop,
    private readonly admin: AuditActor,
  ) {}

  async apply(orderId: string, command: Extract<AfterSaleCommand, { order: number }>): Promise<unknown> {
    switch (command.kind) {
      case 'requestReprint':
        return this.requestReprint(orderId, command);
      case 'sendParcel':
        return this.atPrinter(orderId, () => this.shop.printer.sendParcel(toReference(orderId), command));
      case 'returnParcel':
        return this.atPrinter(orderId, () => this.shop.printer.returnParcel(toReference(orderId), 'Unknown street'));
      case 'settleReturn':
        return this.shop.get(ParcelsService).settleReturn(orderId, this.admin);
      case 'askCustomer':
        return this.shop
          .get(OrderQuestionsService)
          .askCustomer(orderId, { id: randomUUID(), text: 'Is the photo too dark?' }, this.admin);
      case 'answerQuestion':
        return this.withQuestion(orderId, (id) =>
          this.shop.get(OrderAnswersService).answerQuestion(orderId, id, 'No, it is not'),
        );
      case 'closeQuestion':
        return this.withQuestion(orderId, (id) =>
          this.shop.get(OrderQuestionsService).closeQuestion(orderId, id, this.admin),
        );
    }
  }

  private async requestReprint(
    orderId: string,
    { pieces, isWhole, isSeen, key }: Extract<AfterSaleCommand, { kind: 'requestReprint' }>,
  ): Promise<void> {
    const ordered = await this.shop.listRows<OrderedItem & Record<string, unknown>>(LIST_ITEMS, [orderId]);
    const items = (isWhole ? ordered : ordered.slice(0, 1)).map(({ id, quantity }) => ({
      orderItemId: id,
      quantity: isWhole ? quantity : pieces,
    }));
    const repeats = isSeen ? (await this.listReprints()).map(({ id }) => id) : [];
    const id = this.keys[key % KEY_COUNT] ?? '';
    await this.shop
      .get(ReprintRequestsService)
      .requestReprint(orderId, { id, items, reason: 'damaged', note: '', photos: [], repeats }, this.admin, null);
    this.confirmedReprints.push({ id, items });
  }

  async applyToReprint({ kind, reprint: choice }: Extract<AfterSaleCommand, { reprint: number }>): Promise<unknown> {
    const reprint = pick(await this.listReprints(), choice);
    if (!reprint) return null;
    switch (kind) {
      case 'cancelReprint':
        return this.shop
          .get(ReprintsService)
          .cancelReprint({ orderId: reprint.orderId, reprintId: reprint.id }, this.admin, async () => undefined);
      case 'pollReprint':
        return this.shop.get(ReprintPrintingService).pollAndConfirm(reprint.id);
      case 'confirmReprintFiles':
        return this.confirmFiles(reprint);
    }
  }

  /** art-svc has the print files of the order. May repeat. */
  async confirmFiles({ orderId }: Pick<ReprintRow, 'orderId'>): Promise<void> {
    for (const { id } of await this.shop.listRows<{ id: string }>(LIST_ITEMS, [orderId])) {
      const envelope = createPrintFileEvent(printFileCompleted, id, {
        orderId,
        orderItemId: id,
        printFile: {
          id,
          url: '/api/admin/print-files/1',
          widthPx: 4500,
          heightPx: 5400,
          bleedPx: 0,
          dpi: 300,
          sha256: 'cd'.repeat(32),
        },
        mockup: { id, url: '/media/mockup' },
        view: null,
        revision: 1,
      });
      await handlePrintFileEvent(this.shop, envelope, (context) =>
        this.shop.get(ReprintFilesConsumer).onReprintFileCompleted(envelope, context),
      );
    }
  }

  listReprints(): Promise<(ReprintRow & Record<string, unknown>)[]> {
    return this.shop.listRows(LIST_REPRINTS);
  }

  /** What the printer charges for each reprint that it has. */
  async listCharges(): Promise<{ id: string; cents: number }[]> {
    const printed = await this.shop.listRows<{ id: string }>(LIST_CHARGED);
    return Promise.all(
      printed.map(async ({ id }) => {
        const headers = { authorization: 'Bearer of-the-model' };
        const answer = await this.shop.callSandbox({ method: 'GET', url: `/orders/${toReference(id)}`, headers });
        const { result } = (await answer.json()) as { result: { costs: { total: string } } };
        return { id, cents: parseCents(result.costs.total) };
      }),
    );
  }

  /** Runs the jobs of the reprints that are not submitted. */
  async submitDue(): Promise<void> {
    for (const { id, orderId } of (await this.shop.runStatement(LIST_UNSUBMITTED)) as ReprintRow[])
      await this.submit({ id, orderId });
  }

  /** Only its job sends a reprint to the printer. A doubt that has ended is none. */
  private async submit({ id, orderId }: ReprintRow): Promise<void> {
    const wasPrinted = await this.isPrinted(id);
    const wasDoubted = await this.isDoubted(orderId);
    try {
      await this.shop.submitReprint(id);
    } finally {
      if (wasDoubted && !wasPrinted && (await this.isPrinted(id)) && (await this.isDoubted(orderId)))
        this.printedInDoubt.push(id);
    }
  }

  private async isDoubted(orderId: string): Promise<boolean> {
    const [found] = await this.shop.listRows<{ isDoubted: boolean }>(IS_DOUBTED_AT_PROVIDER, [orderId]);
    return found?.isDoubted ?? false;
  }

  private async isPrinted(id: string): Promise<boolean> {
    return (await this.shop.listRows(IS_PRINTED, [id])).length > 0;
  }

  private async withQuestion(orderId: string, work: (id: string) => Promise<unknown>): Promise<unknown> {
    const [question] = await this.shop.listRows<{ id: string }>(LIST_QUESTIONS, [orderId]);
    return question ? work(question.id) : null;
  }

  /** One turn of the scheduler. Without an order in print, or without a parcel, nothing happens. */
  private async atPrinter(orderId: string, work: () => Promise<unknown>): Promise<unknown> {
    return this.shop.scheduler.runStatement('a parcel', async () => {
      if ((await this.shop.listRows(IS_SENDABLE, [orderId])).length === 0) return null;
      return work().catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'PrintfulError')) throw error;
      });
    });
  }
}
