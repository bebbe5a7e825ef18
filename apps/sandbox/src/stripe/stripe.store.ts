import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { resourceMissing } from './stripe-error.js';

/** An object of Stripe's API. */
export interface StripeObject {
  id: string;
  object: string;
}

export interface NewRow {
  account: string;
  document: StripeObject;
  intentId?: string | null;
  /** When the sandbox changes the object automatically. */
  dueAt?: Date | null;
}

export interface Row<Type extends StripeObject> {
  account: string;
  intentId: string | null;
  dueAt: Date | null;
  document: Type;
}

export interface ListQuery {
  account: string;
  kind: string;
  intentId?: string;
  /** Of events. */
  types?: string[];
  /** Unix seconds. */
  createdFrom?: number;
  createdBefore?: number;
  startingAfter?: string;
  limit: number;
}

const COLUMNS = `account, intent_id AS "intentId", due_at AS "dueAt", document`;

const LIST = `
  SELECT document FROM stripe_objects
  WHERE account = $1 AND kind = $2 AND ($3::text IS NULL OR intent_id = $3) AND ($4::text[] IS NULL OR document->>'type' = ANY ($4))
    AND ($5::bigint IS NULL OR (document->>'created')::bigint >= $5) AND ($6::bigint IS NULL OR (document->>'created')::bigint < $6)
    AND ($7::text IS NULL OR seq < (SELECT seq FROM stripe_objects WHERE id = $7))
  ORDER BY seq DESC LIMIT $8`;

/** The objects of all accounts. A call sees those of its own account only. */
@Injectable()
export class StripeStore {
  async insert(manager: EntityManager, { account, document, intentId = null, dueAt = null }: NewRow): Promise<void> {
    await manager.query(
      'INSERT INTO stripe_objects (id, account, kind, intent_id, due_at, document) VALUES ($1, $2, $3, $4, $5, $6)',
      [document.id, account, document.object, intentId, dueAt, JSON.stringify(document)],
    );
  }

  async find<Type extends StripeObject>(manager: EntityManager, id: string): Promise<Row<Type> | null> {
    const [row] = await manager.query<Row<Type>[]>(`SELECT ${COLUMNS} FROM stripe_objects WHERE id = $1`, [id]);
    return row ?? null;
  }

  /** @throws StripeError resource_missing, also for an object of another account. */
  async get<Type extends StripeObject>(
    manager: EntityManager,
    account: string,
    kind: string,
    id: string,
  ): Promise<Type> {
    const row = await this.find<Type>(manager, id);
    if (!row || row.account !== account || row.document.object !== kind) throw resourceMissing(kind, id);
    return row.document;
  }

  /** The same, locked until the end of the transaction. */
  async lock<Type extends StripeObject>(manager: EntityManager, id: string): Promise<Row<Type> | null> {
    const [row] = await manager.query<Row<Type>[]>(`SELECT ${COLUMNS} FROM stripe_objects WHERE id = $1 FOR UPDATE`, [
      id,
    ]);
    return row ?? null;
  }

  /** Returns the object afterwards. */
  async update<Type extends StripeObject>(
    manager: EntityManager,
    { id }: Type,
    change: Partial<Type>,
    dueAt: Date | null = null,
  ): Promise<Type> {
    const [[row]] = await manager.query<[{ document: Type }[], number]>(
      'UPDATE stripe_objects SET document = document || $2::jsonb, due_at = $3 WHERE id = $1 RETURNING document',
      [id, JSON.stringify(change), dueAt],
    );
    if (!row) throw new Error(`${id} was deleted`);
    return row.document;
  }

  /** Newest first. */
  async list<Type extends StripeObject>(manager: EntityManager, query: ListQuery): Promise<Type[]> {
    const { account, kind, intentId, types, createdFrom, createdBefore, startingAfter, limit } = query;
    const values = [account, kind, intentId, types, createdFrom, createdBefore, startingAfter, limit];
    const rows = await manager.query<{ document: Type }[]>(
      LIST,
      values.map((value) => value ?? null),
    );
    return rows.map(({ document }) => document);
  }
}
