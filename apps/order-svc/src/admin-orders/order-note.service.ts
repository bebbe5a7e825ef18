import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { AuditTrail, type AuditActor } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrdersRepository } from '../orders/orders.repository.js';
import { OrderNotesRepository } from './order-notes.repository.js';

/** Writes, changes or removes the shop's note on an order, which customers do not see. */
@Injectable()
export class OrderNoteService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotesRepository,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** An unchanged note has no effect and no audit entry. */
  async changeNote(orderId: string, note: string | null, by: AuditActor): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      if (order.anonymisedAt)
        throw new DomainError(
          'ORDER_ANONYMISED',
          'conflict',
          'The customer asked to be forgotten: this order takes no notes any more.',
        );
      const before = order.noteId;
      if ((await this.notes.findText(before, manager)) === note) return;
      const noteId = note === null ? null : randomUUID();
      if (noteId !== null && note !== null) await this.notes.addNote(manager, { id: noteId, orderId, text: note });
      order.noteId = noteId;
      await this.orders.save(manager, order);
      await this.auditTrail.addEntry(manager, {
        actor: by,
        action: 'order.note-changed',
        subject: { type: 'order', id: orderId },
        before: { noteId: before },
        after: { noteId },
      });
    });
  }
}
