import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { type AuditEntry, AuditTrail, type SeenVersions } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { OrderNotesRepository } from '../orders/order-notes.repository.js';
import { OrderQuestionsRepository } from '../orders/order-questions.repository.js';
import type { OrderCheck } from '../orders/order-check.js';
import type { Order } from '../orders/order.entity.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import { ReprintsRepository } from '../reprints/reprints.repository.js';
import {
  type AskedQuestion,
  ADDRESS_CONFLICT,
  describeMoneyConflict,
  describeNoteConflict,
  describeParcelsConflict,
  describeQuestionConflict,
  describeReprintsConflict,
  describeStatusConflict,
  getOrderVersion,
  type OrderPart,
  type OrderVersion,
  parseOrderVersion,
} from './order-version.rules.js';

interface Conflict {
  manager: EntityManager;
  order: Order;
  seen: OrderVersion | null;
  current: OrderVersion;
}

/** Refuses changes by admins who have not seen what another admin, the customer or the payment provider has changed. */
@Injectable()
export class OrderVersionsService {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly notes: OrderNotesRepository,
    private readonly questions: OrderQuestionsRepository,
    private readonly reprints: ReprintsRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** For a change that is made by a layer below. */
  createCheck(part: OrderPart, seen: SeenVersions): OrderCheck {
    return (manager, order) => this.assertUnchanged(manager, order, [part], seen);
  }

  /** Throws 409 with what happened if one of the parts differs from what the caller has seen. */
  async assertUnchanged(
    manager: EntityManager,
    order: Order,
    parts: readonly OrderPart[],
    versions: SeenVersions,
  ): Promise<void> {
    if (versions === null) return;
    const current = await this.getCurrent(manager, order);
    const seen = versions.map(parseOrderVersion);
    const changed = parts.find((part) => seen.every((version) => version?.[part] !== current[part]));
    if (changed === undefined) return;
    const message = await this.describeConflict(changed, { manager, order, seen: seen[0] ?? null, current });
    throw new DomainError('ORDER_VERSION_OUTDATED', 'conflict', message);
  }

  private async getCurrent(manager: EntityManager, order: Order): Promise<OrderVersion> {
    const remainingCents = await this.refunds.getRemainingCents(manager, order.id);
    const question = await this.findOpenQuestion(manager, order.id);
    const reprints = await this.reprints.listByOrder(order.id, manager);
    return getOrderVersion(order, { remainingCents, question, reprints });
  }

  private async findOpenQuestion(manager: EntityManager, orderId: string): Promise<AskedQuestion | undefined> {
    return (await this.questions.listOpen([orderId], manager)).get(orderId);
  }

  private async describeConflict(part: OrderPart, { manager, order, seen, current }: Conflict): Promise<string> {
    if (part === 'address') return ADDRESS_CONFLICT;
    const entries = await this.auditTrail.listEntries({ type: 'order', id: order.id }, manager);
    switch (part) {
      case 'status':
        return describeStatusConflict(order.status, findActor(entries, { status: order.status }));
      case 'note':
        return describeNoteConflict(
          await this.notes.findText(order.noteId, manager),
          findActor(entries, { noteId: order.noteId }),
        );
      case 'question':
        return describeQuestionConflict(
          await this.findOpenQuestion(manager, order.id),
          findLastActor(entries, ['order.question-asked']),
        );
      case 'parcels':
        return describeParcelsConflict(findLastActor(entries, ['order.tracking-corrected', 'order.parcel-sent']));
      case 'reprints':
        return describeReprintsConflict(
          findLastActor(entries, ['order.reprint-requested', 'order.reprint-sent', 'order.reprint-cancelled']),
        );
      case 'money':
        return describeMoneyConflict({
          seenCents: Number(seen?.money),
          remainingCents: Number(current.money),
          refund: await this.findLastRefund(manager, order.id, entries),
        });
    }
  }

  private async findLastRefund(
    manager: EntityManager,
    orderId: string,
    entries: readonly AuditEntry[],
  ): Promise<{ by: string; amountCents: number; reason: string } | null> {
    const entry = entries.find(({ action }) => action === 'order.refund-requested');
    const refund = entry && (await this.refunds.findLastRequested(manager, orderId));
    return refund ? { by: entry.actor.name, ...refund } : null;
  }
}

/** The admin who did one of these things last. */
const findLastActor = (entries: readonly AuditEntry[], actions: readonly string[]): string | null =>
  entries.find(({ action }) => actions.includes(action))?.actor.name ?? null;

/** Who made the last change that led to this state. Null if that was no admin. */
function findActor(entries: readonly AuditEntry[], state: Readonly<Record<string, unknown>>): string | null {
  const [field, value] = Object.entries(state)[0] ?? ['', undefined];
  const last = entries.find(({ after }) => after !== null && field in after);
  return last?.after?.[field] === value ? (last?.actor.name ?? null) : null;
}
