import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import { type AuditActor, AuditTrail, type SeenVersions } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { OrderNotesRepository } from '../orders/order-notes.repository.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { OrderVersionsService } from './order-versions.service.js';

/** The note of an order among admins. */
@Injectable()
export class OrderNoteService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersRepository,
    private readonly notes: OrderNotesRepository,
    private readonly auditTrail: AuditTrail,
    private readonly versions: OrderVersionsService,
  ) {}

  /** An unchanged note has no effect and no audit entry. */
  async changeNote(orderId: string, note: string | null, by: AuditActor, seen: SeenVersions = null): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await this.orders.findLocked(manager, orderId);
      if (!order) throw new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);
      if (order.anonymisedAt)
        throw new DomainError(
          'ORDER_ANONYMISED',
          'conflict',
          `${order.paidAt ? 'The customer asked to be forgotten' : 'The personal data of this order was removed'}: this order takes no notes any more.`,
        );
      const before = order.noteId;
      if ((await this.notes.findText(before, manager)) === note) return;
      await this.versions.assertUnchanged(manager, order, ['note'], seen);
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
