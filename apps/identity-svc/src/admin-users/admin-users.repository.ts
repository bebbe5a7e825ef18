import { Inject, Injectable } from '@nestjs/common';
import type { PageKey, Permission, Role } from '@shop/contracts-common';
import type { AdminUser, AdminUsersQuery } from '@shop/contracts-identity';
import { cursorTimestampSql, searchConditions, toPage, type Page } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { toAdminUser, type AdminUserRow } from './admin-user.mapper.js';

/** The index of the search is on this expression. */
const SEARCHED_TEXT = `search_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`;

/** Without the password hash. */
const COLUMNS = `id, email, first_name AS "firstName", last_name AS "lastName", role, permissions,
  email_confirmed_at AS "emailConfirmedAt", created_at AS "createdAt", closed_at AS "closedAt",
  EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.turned_on_at IS NOT NULL) AS "hasSecondFactor"`;

interface ListedRow extends AdminUserRow {
  keyAt: string;
}

/** Each combination of filters is a statement of its own, so that PostgreSQL uses an index. */
function selectUsersPage(
  { role, cursor, count }: { role?: Role; cursor?: PageKey; count: number },
  words?: string,
): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    ...(words === undefined ? [] : searchConditions(words, SEARCHED_TEXT, bind)),
    // The literal matches the condition of the index.
    ...(role === 'admin' ? [`role = 'admin'`] : []),
    ...(role === 'user' ? [`role = 'user'`] : []),
    ...(cursor ? [`(created_at, id) < (${bind(cursor.createdAt)}::timestamptz, ${bind(cursor.id)}::uuid)`] : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const sql = `SELECT ${COLUMNS}, ${cursorTimestampSql('created_at')} AS "keyAt" FROM users ${where}
    ORDER BY created_at DESC, id DESC LIMIT ${bind(count)}`;
  return { sql, values };
}

/** Accounts as admins see them. Closed ones are among them. */
@Injectable()
export class AdminUsersRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first. `words`: only accounts with all of them in name or email. */
  async listPage(query: AdminUsersQuery, words?: string): Promise<Page<AdminUser>> {
    const { sql, values } = selectUsersPage({ ...query, count: query.limit + 1 }, words);
    const rows = await this.dataSource.query<ListedRow[]>(sql, values);
    return toPage(rows, query.limit, {
      key: ({ keyAt, id }) => ({ createdAt: keyAt, id }),
      entry: toAdminUser,
    });
  }

  /** Returns null for an unknown account. */
  async findById(id: string): Promise<AdminUserRow | null> {
    const [user] = await this.dataSource.query<AdminUserRow[]>(`SELECT ${COLUMNS} FROM users WHERE id = $1`, [id]);
    return user ?? null;
  }

  /** Like `findById`. Locks the row until the transaction ends, as `UsersRepository.lockOpen` does for open accounts. */
  async lockById(manager: EntityManager, id: string): Promise<AdminUserRow | null> {
    const [user] = await manager.query<AdminUserRow[]>(`SELECT ${COLUMNS} FROM users WHERE id = $1 FOR NO KEY UPDATE`, [
      id,
    ]);
    return user ?? null;
  }

  async saveRole(
    manager: EntityManager,
    id: string,
    { role, permissions }: { role: Role; permissions: readonly Permission[] },
  ): Promise<void> {
    await manager.query('UPDATE users SET role = $2, permissions = $3, updated_at = now() WHERE id = $1', [
      id,
      role,
      permissions,
    ]);
  }
}
