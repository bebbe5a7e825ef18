import { Injectable } from '@nestjs/common';
import type { AdminOwnerEmails, OwnerEmailKind, OwnerEmailSettings } from '@shop/contracts-support';
import type { EntityManager } from 'typeorm';
import type { NewsRow } from './owner-news.rules.js';

export interface StoredSettings extends AdminOwnerEmails {
  /** The subject of the audit trail. */
  id: string;
}

const SELECT_SETTINGS = `
  SELECT id, recipients, orders, requests, daily_hour AS "dailyHour", version,
    COALESCE((SELECT settings ->> 'timeZone' FROM shop_settings), 'UTC') AS "timeZone" FROM owner_email_settings`;

const SAVE_SETTINGS = `
  UPDATE owner_email_settings SET recipients = $1, orders = $2, requests = $3, daily_hour = $4, version = version + 1`;

const REMOVE_RECIPIENT = `
  UPDATE owner_email_settings SET recipients = array_remove(recipients, $1), version = version + 1 WHERE $1 = ANY(recipients)`;

const INSERT = `
  INSERT INTO owner_news (kind, subject_id, happened_at, user_id, details) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING subject_id`;

/** Whether nothing of its kind waits, besides itself, and how many were emailed a moment ago. */
const SELECT_LAST = `
  SELECT (SELECT count(*)::integer FROM owner_news WHERE kind = $1 AND emailed_at > now() - interval '10 minutes') AS emailed,
    EXISTS (SELECT FROM owner_news WHERE kind = $1 AND emailed_at IS NULL AND subject_id <> $2) AS "othersWait"`;

/** Rows per statement. */
const BATCH = 1_000;

const TAKE = `
  WITH taken AS (
    SELECT kind, subject_id, details FROM owner_news WHERE kind = $1 AND emailed_at IS NULL AND happened_at < $2 ORDER BY happened_at, subject_id LIMIT ${BATCH})
  UPDATE owner_news n SET details = NULL, emailed_at = now() FROM taken WHERE n.kind = taken.kind AND n.subject_id = taken.subject_id
  RETURNING n.kind, n.subject_id AS id, n.user_id AS "userId", n.happened_at AS "happenedAt", taken.details ->> 'title' AS title, taken.details ->> 'name' AS name, taken.details ->> 'total' AS total`;

const HAS_OVERDUE = `
  SELECT FROM owner_news WHERE kind = $1 AND emailed_at IS NULL AND happened_at < now() - interval '10 minutes' LIMIT 1`;

/** Null unless the daily email is due. `midnight`: when today began. PostgreSQL may know other zones than order-svc's. */
const TAKE_DAY = `
  WITH shop AS (SELECT COALESCE((SELECT z.name FROM shop_settings s JOIN pg_timezone_names z ON lower(z.name) = lower(s.settings ->> 'timeZone') LIMIT 1), 'UTC') AS time_zone),
    day AS (SELECT (now() AT TIME ZONE time_zone)::date AS today, extract(hour FROM now() AT TIME ZONE time_zone) AS hour, time_zone FROM shop)
  UPDATE owner_email_settings s SET daily_on = day.today FROM day WHERE day.hour >= s.daily_hour AND (s.daily_on IS NULL OR s.daily_on < day.today)
  RETURNING day.today::timestamp AT TIME ZONE day.time_zone AS midnight`;

const DELETE_TURNED_OFF = `
  DELETE FROM owner_news n USING owner_email_settings s
  WHERE n.emailed_at IS NULL AND (n.kind = 'orders' AND s.orders = 'off' OR n.kind = 'requests' AND s.requests = 'off')`;

/** Settings, and what emails to the owner are about. */
@Injectable()
export class OwnerEmailsRepository {
  async getSettings(manager: EntityManager): Promise<StoredSettings> {
    const [settings] = await manager.query<StoredSettings[]>(SELECT_SETTINGS);
    if (!settings) throw new Error('The row of owner_email_settings is missing');
    return settings;
  }

  /** Locks the row until the transaction ends. */
  async getSettingsLocked(manager: EntityManager): Promise<StoredSettings> {
    await manager.query('SELECT FROM owner_email_settings FOR UPDATE');
    return this.getSettings(manager);
  }

  async saveSettings(
    manager: EntityManager,
    { recipients, orders, requests, dailyHour }: OwnerEmailSettings,
  ): Promise<void> {
    await manager.query(SAVE_SETTINGS, [recipients, orders, requests, dailyHour]);
  }

  /** An erased admin gets no news about customers any more. */
  async removeRecipient(manager: EntityManager, address: string): Promise<void> {
    await manager.query(REMOVE_RECIPIENT, [address.toLowerCase()]);
  }

  /** False if it is known. */
  async insert(manager: EntityManager, { kind, id, happenedAt, userId, ...details }: NewsRow): Promise<boolean> {
    const values = [kind, id, happenedAt, userId, JSON.stringify(details)];
    return (await manager.query<unknown[]>(INSERT, values)).length > 0;
  }

  /** Whether an email of its own may be sent about it, so that a burst does not become a burst of emails. */
  async mayEmailAtOnce(manager: EntityManager, { kind, id }: NewsRow, max: number): Promise<boolean> {
    const [last] = await manager.query<{ emailed: number; othersWait: boolean }[]>(SELECT_LAST, [kind, id]);
    return last !== undefined && last.emailed < max && !last.othersWait;
  }

  async hasOverdue(manager: EntityManager, kind: OwnerEmailKind): Promise<boolean> {
    return (await manager.query<unknown[]>(HAS_OVERDUE, [kind])).length > 0;
  }

  /** Marks what waits as emailed, and returns it, oldest first. */
  async takeWaiting(manager: EntityManager, kind: OwnerEmailKind, before: Date): Promise<NewsRow[]> {
    const taken: NewsRow[] = [];
    let count = BATCH;
    while (count === BATCH) {
      const [rows] = await manager.query<[NewsRow[], number]>(TAKE, [kind, before]);
      taken.push(...rows);
      count = rows.length;
    }
    return taken.sort((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime());
  }

  /** When the shop's day began; null unless its daily email is due. True once a day. */
  async takeDay(manager: EntityManager): Promise<Date | null> {
    const [days] = await manager.query<[{ midnight: Date }[], number]>(TAKE_DAY);
    return days[0]?.midnight ?? null;
  }

  async deleteTurnedOff(manager: EntityManager): Promise<void> {
    await manager.query(DELETE_TURNED_OFF);
  }

  /** What waits about an account. */
  async deleteByUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM owner_news WHERE user_id = $1 AND emailed_at IS NULL', [userId]);
  }
}
