import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type OrderEmail, ORDER_EMAILS_MAX, type RefusedEmail } from '@shop/contracts-support';
import { DataSource } from 'typeorm';

type Status = 'waiting' | 'sent' | 'dead';

/** The present address has the highest version, also if its row in order_recipients was deleted. */
const LIST_BY_ORDER = `
  SELECT id, template AS kind, status, reason, about, has_text AS "hasText", due_at AS "dueAt", COALESCE(ended_at, created_at) AS at,
    recipient_version = GREATEST(
      (SELECT max(e.recipient_version) FROM emails e WHERE e.order_id = $1),
      COALESCE((SELECT r.version FROM order_recipients r WHERE r.order_id = $1), 0)) AS "isToPresentAddress"
  FROM emails WHERE order_id = $1 AND status <> 'dropped' ORDER BY created_at DESC, id DESC LIMIT ${ORDER_EMAILS_MAX}`;

const LIST_REFUSED = `
  SELECT id, template AS kind, order_id AS "orderId", props #>> '{order,orderNumber}' AS "orderNumber", ended_at AS at, reason
  FROM emails WHERE status = 'dead' AND order_id IS NOT NULL ORDER BY ended_at DESC, id DESC LIMIT ${ORDER_EMAILS_MAX}`;

interface Row extends Pick<OrderEmail, 'id' | 'kind' | 'reason' | 'about' | 'isToPresentAddress' | 'hasText'> {
  status: Status;
  dueAt: Date;
  at: Date;
}

const STATES: Readonly<Record<Status, OrderEmail['state']>> = { waiting: 'waiting', sent: 'sent', dead: 'refused' };

/** The emails about orders, as admins see them: without addresses and contents; EmailTextsRepository has the texts. */
@Injectable()
export class OrderEmailsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first; at most ORDER_EMAILS_MAX. */
  async listByOrder(orderId: string): Promise<OrderEmail[]> {
    const rows = await this.dataSource.query<Row[]>(LIST_BY_ORDER, [orderId]);
    return rows.map(({ status, dueAt, at, ...email }) => ({
      ...email,
      state: STATES[status],
      at: at.toISOString(),
      nextTryAt: status === 'waiting' ? dueAt.toISOString() : null,
    }));
  }

  /** Newest first; at most ORDER_EMAILS_MAX. */
  async listRefused(): Promise<RefusedEmail[]> {
    const rows = await this.dataSource.query<(Omit<RefusedEmail, 'at'> & { at: Date })[]>(LIST_REFUSED);
    return rows.map(({ at, ...email }) => ({ ...email, at: at.toISOString() }));
  }
}
