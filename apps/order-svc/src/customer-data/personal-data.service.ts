import { Injectable } from '@nestjs/common';
import { sessionMissing } from '@shop/contracts-common';
import { toJsonFile, type Caller, type PersonalDataFile } from '@shop/service-kit';
import { priceCart, toCart } from '../carts/cart-pricing.rules.js';
import { CartsRepository } from '../carts/carts.repository.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import { GuestClaimsRepository } from '../guests/guest-claims.repository.js';
import { hashSession } from '../guests/owner-ids.js';
import type { OrderItem } from '../orders/order-item.entity.js';
import type { Order } from '../orders/order.entity.js';
import { toOrder } from '../orders/order.mapper.js';
import { toProblemReport } from '../problem-reports/problem-report.js';
import { ProblemReportsRepository } from '../problem-reports/problem-reports.repository.js';
import { toReprint } from '../reprints/reprint.mapper.js';
import { ReprintsRepository } from '../reprints/reprints.repository.js';
import { OrderNotesRepository } from '../orders/order-notes.repository.js';
import { OrdersRepository } from '../orders/orders.repository.js';

type PaymentColumns = Pick<Order, 'paidAt' | 'paymentMessage' | 'tracking' | 'parcelReturn'>;

const toPayment = ({ paidAt, paymentMessage, tracking, parcelReturn }: PaymentColumns) => ({
  paidAt: paidAt?.toISOString() ?? null,
  paymentMessage,
  tracking,
  ...(parcelReturn && { parcelReturn }),
});

/** All data that order-svc has of a user, including unpaid orders and the shop's notes. */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly carts: CartsRepository,
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotesRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly reports: ProblemReportsRepository,
    private readonly reprints: ReprintsRepository,
    private readonly guestClaims: GuestClaimsRepository,
  ) {}

  /**
   * Reads the cart without confirming its prices, because the customer does not see them. Each order is read when it is
   * written to the archive.
   */
  async *streamFiles(caller: Caller): AsyncGenerator<PersonalDataFile> {
    if (caller.kind !== 'user') throw sessionMissing();
    await this.guestClaims.claimForCaller(caller);
    const [cart] = await this.carts.listForOwner({ userId: caller.userId, guestId: null }, hashSession(caller));
    const orderIds = await this.orders.listNumbers(caller.userId);
    yield toJsonFile('cart.json', toCart(priceCart(cart?.lines ?? [])));
    for (const { id, orderNumber } of orderIds) {
      const order = await this.orders.find(id);
      if (order?.userId !== caller.userId) continue;
      const items = await this.orders.listItems([id]);
      yield toJsonFile(`orders/${orderNumber}.json`, {
        ...toOrder(order, items.get(id) ?? []),
        ...toPayment(order),
        questions: await this.listQuestions(id),
        problems: await this.listProblems(id, items.get(id) ?? []),
        reprints: await this.listReprints(id, items.get(id) ?? []),
        note: await this.notes.findText(order.noteId),
      });
    }
  }

  private async listProblems(orderId: string, items: readonly OrderItem[]) {
    const reports = await this.reports.listByOrder(orderId);
    return reports.map((report) => toProblemReport(report, items));
  }

  private async listReprints(orderId: string, items: readonly OrderItem[]) {
    const reprints = await this.reprints.listByOrder(orderId);
    return reprints.map((reprint) => ({
      ...toReprint(reprint, items),
      reason: reprint.reason,
      note: reprint.note,
      shippingAddress: reprint.shippingAddress,
    }));
  }

  private async listQuestions(orderId: string) {
    const questions = await this.questions.listByOrder(orderId);
    return questions.map(({ text, askedAt, answer }) => ({ text, askedAt: askedAt.toISOString(), answer }));
  }
}
