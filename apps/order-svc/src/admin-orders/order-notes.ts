import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** Every version of every note, so that the audit trail may name a version and keep no words. */
@Injectable()
export class OrderNotes {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async add(
    manager: EntityManager,
    { id, orderId, text }: { id: string; orderId: string; text: string },
  ): Promise<void> {
    await manager.query('INSERT INTO order_notes (id, order_id, text) VALUES ($1, $2, $3)', [id, orderId, text]);
  }

  async find(id: string | null, manager: EntityManager): Promise<string | null> {
    const [note] = await manager.query<{ text: string }[]>('SELECT text FROM order_notes WHERE id = $1', [id]);
    return note?.text ?? null;
  }

  /** Words by the id of their version. */
  async of(orderId: string): Promise<Map<string, string>> {
    const rows = await this.dataSource.query<{ id: string; text: string }[]>(
      'SELECT id, text FROM order_notes WHERE order_id = $1',
      [orderId],
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}
