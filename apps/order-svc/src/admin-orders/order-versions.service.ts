import { Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import { type AuditEntry, AuditTrail } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { OrderNotesRepository } from '../orders/order-notes.repository.js';
import type { Order } from '../orders/order.entity.js';
import { RefundsRepository } from '../payments/refunds.repository.js';
import {
  ADDRESS_CONFLICT,
  describeMoneyConflict,
  describeNoteConflict,
  describeStatusConflict,
  getOrderVersion,
  type OrderPart,
  type OrderVersion,
  parseOrderVersion,
} from './order-version.rules.js';

/** The versions that the caller's page displayed; null: any. */
export type SeenVersions = readonly string[] | null;

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
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Throws 409 with what happened if one of the parts differs from what the caller has seen. */
  async assertUnchanged(
    manager: EntityManager,
    order: Order,
    parts: readonly OrderPart[],
    versions: SeenVersions,
  ): Promise<void> {
    if (versions === null) return;
    const current = getOrderVersion(order, await this.refunds.getRemainingCents(manager, order.id));
    const seen = versions.map(parseOrderVersion);
    const changed = parts.find((part) => seen.every((version) => version?.[part] !== current[part]));
    if (changed === undefined) return;
    const message = await this.describeConflict(changed, { manager, order, seen: seen[0] ?? null, current });
    throw new DomainError('ORDER_CHANGED_MEANWHILE', 'conflict', message);
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

/** Who made the last change that led to this state. Null if that was no admin. */
function findActor(entries: readonly AuditEntry[], state: Readonly<Record<string, unknown>>): string | null {
  const [field, value] = Object.entries(state)[0] ?? ['', undefined];
  const last = entries.find(({ after }) => after !== null && field in after);
  return last?.after?.[field] === value ? (last?.actor.name ?? null) : null;
}
