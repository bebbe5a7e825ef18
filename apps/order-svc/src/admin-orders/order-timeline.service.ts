import { Injectable } from '@nestjs/common';
import type { TimelineEntry } from '@shop/contracts/common';
import { AuditTrail } from '@shop/service-kit';
import { OrderHistoryRepository } from '../orders/order-history.repository.js';
import type { Order } from '../orders/order.entity.js';
import { OrderNotesRepository } from './order-notes.repository.js';
import { toTimeline } from './order-timeline.rules.js';

export interface OrderTimeline {
  note: string | null;
  timeline: TimelineEntry[];
}

/** Reads an order's history, audit trail and notes. */
@Injectable()
export class OrderTimelineService {
  constructor(
    private readonly notes: OrderNotesRepository,
    private readonly orderHistory: OrderHistoryRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  async getTimeline({ id, noteId }: Order): Promise<OrderTimeline> {
    const [notes, history, trail] = await Promise.all([
      this.notes.listByOrder(id),
      this.orderHistory.listByOrder(id),
      this.auditTrail.listEntries({ type: 'order', id }),
    ]);
    return { note: noteId === null ? null : (notes.get(noteId) ?? null), timeline: toTimeline(history, trail, notes) };
  }
}
