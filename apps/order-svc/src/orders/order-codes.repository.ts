import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Cron, deleteOldRows } from '@shop/jobs';
import { ORDER_CODE } from '@shop/contracts-order';
import { DataSource, type EntityManager } from 'typeorm';

const { tries, opensMinutes } = ORDER_CODE;

/** Whose code it is. */
export interface CodeHolder {
  orderId: string;
  /** SHA-256. */
  session: string;
}

export interface NewOrderCode extends CodeHolder {
  /** SHA-256. */
  network: string;
  codeHash: string;
  expiresAt: Date;
}

/** The newest code of a session. */
export interface SentCode {
  id: string;
  codeHash: string;
  expiresAt: Date;
  /** Wrong ones and the present one. */
  tries: number;
  isUsed: boolean;
}

/** Codes that were sent, and when the oldest of each limit no longer counts. */
export interface SentCount {
  lastHour: number;
  hourEndsInSeconds: number | null;
  lastDay: number;
  dayEndsInSeconds: number | null;
}

const endsIn = (period: string, filter = ''): string =>
  `ceil(extract(epoch FROM min(created_at) ${filter} + interval '${period}' - now()))::int`;
const LAST_HOUR = `FILTER (WHERE network = $2 AND created_at > now() - interval '1 hour')`;

const COUNT_SENT = `
  SELECT count(*) ${LAST_HOUR}::int AS "lastHour", ${endsIn('1 hour', LAST_HOUR)} AS "hourEndsInSeconds",
    count(*)::int AS "lastDay", ${endsIn('1 day')} AS "dayEndsInSeconds"
  FROM order_codes WHERE order_id = $1 AND created_at > now() - interval '1 day'`;

const INSERT = `
  INSERT INTO order_codes (order_id, session, network, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, clock_timestamp(), $5)`;

/** Counts the try before the code is compared, so that concurrent tries all count. */
const COUNT_TRY = `
  UPDATE order_codes SET tries = least(tries + 1, ${tries + 1})
  WHERE id = (SELECT id FROM order_codes WHERE order_id = $1 AND session = $2 ORDER BY created_at DESC LIMIT 1)
  RETURNING id, code_hash AS "codeHash", expires_at AS "expiresAt", tries, opens_until IS NOT NULL AS "isUsed"`;

const OPEN = `
  UPDATE order_codes SET opens_until = now() + interval '${opensMinutes} minutes' WHERE id = $1 AND opens_until IS NULL RETURNING id`;

const IS_OPEN = `SELECT FROM order_codes WHERE order_id = $1 AND session = $2 AND opens_until > now() LIMIT 1`;

/** Codes that open the changes of an order to a session that has only its link. */
@Injectable()
export class OrderCodesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async countSent(manager: EntityManager, orderId: string, network: string): Promise<SentCount> {
    const [count] = await manager.query<[SentCount]>(COUNT_SENT, [orderId, network]);
    return count;
  }

  async insert(manager: EntityManager, code: NewOrderCode): Promise<void> {
    await manager.query(INSERT, [code.orderId, code.session, code.network, code.codeHash, code.expiresAt]);
  }

  /** Null if no code was sent. */
  async countTry({ orderId, session }: CodeHolder): Promise<SentCode | null> {
    const [rows] = await this.dataSource.query<[SentCode[], number]>(COUNT_TRY, [orderId, session]);
    return rows[0] ?? null;
  }

  /** Opens the changes. Only one of several concurrent calls returns true. */
  async open(manager: EntityManager, codeId: string): Promise<boolean> {
    const [, count] = await manager.query<[unknown[], number]>(OPEN, [codeId]);
    return count === 1;
  }

  async isOpen({ orderId, session }: CodeHolder): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>(IS_OPEN, [orderId, session])).length > 0;
  }

  /** Codes that were sent are worthless then, and so is what they opened. */
  async deleteByOrder(manager: EntityManager, orderId: string): Promise<void> {
    await manager.query('DELETE FROM order_codes WHERE order_id = $1', [orderId]);
  }

  @Cron('17 * * * *', { name: 'order-codes.delete-old' })
  async deleteOld(): Promise<void> {
    await deleteOldRows(this.dataSource, { table: 'order_codes', time: 'created_at', age: '1 day' });
  }
}
