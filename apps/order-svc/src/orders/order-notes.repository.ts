import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** All versions of all notes. The audit trail refers to a version by its id, because it cannot be erased itself. */
@Injectable()
export class OrderNotesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async addNote(
    manager: EntityManager,
    { id, orderId, text }: { id: string; orderId: string; text: string },
  ): Promise<void> {
    await manager.query('INSERT INTO order_notes (id, order_id, text) VALUES ($1, $2, $3)', [id, orderId, text]);
  }

  async findText(id: string | null, manager = this.dataSource.manager): Promise<string | null> {
    const [note] = await manager.query<{ text: string }[]>('SELECT text FROM order_notes WHERE id = $1', [id]);
    return note?.text ?? null;
  }

  /** Text by version id. */
  async listByOrder(orderId: string): Promise<Map<string, string>> {
    const rows = await this.dataSource.query<{ id: string; text: string }[]>(
      'SELECT id, text FROM order_notes WHERE order_id = $1',
      [orderId],
    );
    return new Map(rows.map(({ id, text }) => [id, text]));
  }
}
