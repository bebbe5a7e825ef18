import { Injectable } from '@nestjs/common';
import type { TimelineEntry } from '@shop/contracts/common';
import { AuditTrail } from '@shop/service-kit';
import { OrderHistory } from '../orders/order-history.js';
import type { Order } from '../orders/order.entity.js';
import { OrderNotes } from './order-notes.js';
import { timelineOf } from './order-timeline.rules.js';

export interface Story {
  note: string | null;
  timeline: TimelineEntry[];
}

/** What happened to an order, what admins did to it, and what they wrote. */
@Injectable()
export class OrderStory {
  constructor(
    private readonly notes: OrderNotes,
    private readonly history: OrderHistory,
    private readonly trail: AuditTrail,
  ) {}

  async of({ id, noteId }: Order): Promise<Story> {
    const [notes, history, trail] = await Promise.all([
      this.notes.of(id),
      this.history.of(id),
      this.trail.of({ type: 'order', id }),
    ]);
    return { note: noteId === null ? null : (notes.get(noteId) ?? null), timeline: timelineOf(history, trail, notes) };
  }
}
