import type { ContactListQuery, ContactStatus } from '@shop/contracts/support';
import { cursorTimestampSql } from '@shop/service-kit';

export interface RequestRow {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  status: ContactStatus;
  createdAt: Date;
  /** `createdAt` with microseconds, for the page cursor. */
  keyAt: string;
}

/** Selects one row more than the page holds. Each combination of filters is a statement of its own, so that PostgreSQL uses an index. */
export function selectRequestsPage({ status, cursor, limit }: ContactListQuery): {
  sql: string;
  parameters: unknown[];
} {
  const parameters: unknown[] = [limit + 1];
  const conditions: string[] = [];
  if (status) conditions.push(`status = $${parameters.push(status)}`);
  if (cursor)
    conditions.push(
      `(created_at, id) < ($${parameters.push(cursor.createdAt)}::timestamptz, $${parameters.push(cursor.id)}::uuid)`,
    );
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const sql = `
    SELECT id, name, email, subject, message, status, created_at AS "createdAt", ${cursorTimestampSql('created_at')} AS "keyAt"
    FROM contact_submissions ${where} ORDER BY created_at DESC, id DESC LIMIT $1`;
  return { sql, parameters };
}

export const COUNT_REQUESTS = `SELECT count(*) FILTER (WHERE status = 'new') AS new, count(*) AS total FROM contact_submissions`;
