import { Inject, Injectable } from '@nestjs/common';
import type { Permission, Role } from '@shop/contracts-common';
import { USER_SESSIONS_LIMIT } from '@shop/contracts-identity';
import { Cron, deleteOldRows } from '@shop/jobs';
import { DataSource, type EntityManager } from 'typeorm';

/** The content of the column `sess`. */
export interface SessionContent {
  userId?: string;
  guestId?: string;
  /** In which a user signed in, in words; absent if it is not known. */
  browser?: string;
  /** Time of the sign-in, or of the guest's first request (ISO 8601). */
  startedAt: string;
  /** When a user entered a code of the second factor last (ISO 8601). */
  secondFactorAt?: string;
}

export interface LiveSession {
  sess: SessionContent;
  expire: Date;
  isUsedToday: boolean;
  /** Of the user; null for a guest. */
  email: string | null;
  role: Role | null;
  hasSecondFactor: boolean;
  permissions: Permission[] | null;
}

/** A user's session has a public id, and the day of its last use. A session of an earlier version gets its id at its first use. */
const withUse = (sess: string): string => `CASE WHEN ${sess} ? 'userId'
  THEN jsonb_build_object('id', gen_random_uuid()) || ${sess} || jsonb_build_object('lastUsedOn', CURRENT_DATE::text) ELSE ${sess} END`;

/** A session as its owner sees it, besides its hash. */
export interface StoredUserSession {
  sid: string;
  id: string;
  browser: string | null;
  signedInAt: string;
  /** A day: 2026-11-29. */
  lastUsedOn: string;
}

export interface EndedSession {
  sid: string;
  sess: SessionContent;
}

/** Every `sid` here is the hash of the session id. */
@Injectable()
export class SessionsRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Returns null for an unknown or expired session, and if its account is closed. */
  async findLive(sid: string): Promise<LiveSession | null> {
    const [session] = await this.dataSource.query<LiveSession[]>(
      `SELECT s.sess, s.expire, COALESCE(s.sess ->> 'lastUsedOn' = CURRENT_DATE::text, NOT s.sess ? 'userId') AS "isUsedToday", u.email, u.role, u.permissions,
         EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.turned_on_at IS NOT NULL) AS "hasSecondFactor" FROM sessions s LEFT JOIN users u ON u.id = (s.sess ->> 'userId')::uuid AND u.closed_at IS NULL
       WHERE s.sid = $1 AND s.expire > now() AND (u.id IS NOT NULL OR NOT s.sess ? 'userId')`,
      [sid],
    );
    return session ?? null;
  }

  async insert(manager: EntityManager, sid: string, sess: SessionContent, expire: Date): Promise<void> {
    await manager.query(`INSERT INTO sessions (sid, sess, expire) VALUES ($1, ${withUse('$2::jsonb')}, $3)`, [
      sid,
      JSON.stringify(sess),
      expire,
    ]);
  }

  /** A repetition has no effect. */
  async insertGuest(sid: string, sess: SessionContent, expire: Date): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO sessions (sid, sess, expire) VALUES ($1, $2, $3) ON CONFLICT (sid) DO NOTHING',
      [sid, JSON.stringify(sess), expire],
    );
  }

  async saveUse(sid: string, expire: Date): Promise<void> {
    await this.dataSource.query(`UPDATE sessions SET expire = $2, sess = ${withUse('sess')} WHERE sid = $1`, [
      sid,
      expire,
    ]);
  }

  /** The user's sessions, the last used first. */
  async listByUser(userId: string): Promise<StoredUserSession[]> {
    return this.dataSource.query<StoredUserSession[]>(
      `SELECT sid, sess ->> 'id' AS id, sess ->> 'browser' AS browser, sess ->> 'startedAt' AS "signedInAt", sess ->> 'lastUsedOn' AS "lastUsedOn" FROM sessions
       WHERE sess ->> 'userId' = $1 AND sess ? 'userId' AND sess ? 'id' AND expire > now() ORDER BY "lastUsedOn" DESC, "signedInAt" DESC, id LIMIT ${USER_SESSIONS_LIMIT}`,
      [userId],
    );
  }

  /** Deletes a session of the user, and returns its hash; null if the user has no session with this id. */
  async deleteById(manager: EntityManager, userId: string, id: string): Promise<string | null> {
    const [rows] = await manager.query<[{ sid: string }[], number]>(
      `DELETE FROM sessions WHERE sess ->> 'userId' = $1 AND sess ? 'userId' AND sess ->> 'id' = $2 RETURNING sid`,
      [userId, id],
    );
    return rows[0]?.sid ?? null;
  }

  /** Returns the content, or null if the session had ended before. Only one of several concurrent calls gets the content. */
  async deleteSession(manager: EntityManager, sid: string): Promise<SessionContent | null> {
    const [rows] = await manager.query<[{ sess: SessionContent }[], number]>(
      'DELETE FROM sessions WHERE sid = $1 RETURNING sess',
      [sid],
    );
    return rows[0]?.sess ?? null;
  }

  /** Deletes the user's sessions. */
  async deleteByUser(manager: EntityManager, userId: string): Promise<EndedSession[]> {
    const [rows] = await manager.query<[EndedSession[], number]>(
      `DELETE FROM sessions WHERE sess ->> 'userId' = $1 AND sess ? 'userId' RETURNING sid, sess`,
      [userId],
    );
    return rows;
  }

  @Cron('17 * * * *', { name: 'sessions.delete-expired' })
  async deleteExpired(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'sessions', time: 'expire', age: '0' });
  }

  /** Only the first call for a guest returns true. A concurrent call waits for its commit. */
  async insertGuestClaim(manager: EntityManager, guestId: string, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      'INSERT INTO guest_claims (guest_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [guestId, userId],
    );
    return rows.length === 1;
  }

  async isGuestClaimedBy(manager: EntityManager, guestId: string, userId: string): Promise<boolean> {
    const rows = await manager.query<unknown[]>('SELECT 1 FROM guest_claims WHERE guest_id = $1 AND user_id = $2', [
      guestId,
      userId,
    ]);
    return rows.length === 1;
  }
}
