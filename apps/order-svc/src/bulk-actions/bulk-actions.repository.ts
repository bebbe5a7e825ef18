import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type {
  BulkAction,
  BulkActionKind,
  BulkActionSummary,
  BulkParcel,
  BulkRowState,
  OrderStatus,
  Parcels,
} from '@shop/contracts-order';
import type { AuditActor } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { RowOutcome } from './bulk-action.rules.js';

/** What is known of an order before it is changed. */
export interface SelectedOrder {
  id: string;
  orderNumber: string;
  status: OrderStatus;
  tracking: Parcels | null;
  returnedAt: Date | null;
  /** The end of the change window; null if it is over. */
  changeableUntil: Date | null;
}

export interface NewRow {
  orderId: string | null;
  orderNumber: string;
  parcel: Pick<BulkParcel, 'carrier' | 'number'> | null;
  isConfirmed: boolean;
  /** What is clear before it is tried. */
  outcome: RowOutcome | null;
}

export interface NewBulkAction {
  id: string;
  kind: BulkActionKind;
  contentHash: string;
  rows: readonly NewRow[];
}

/** A row with what its job needs. */
export interface BulkRow {
  id: string;
  state: BulkRowState;
  kind: BulkActionKind;
  orderId: string;
  parcel: Pick<BulkParcel, 'carrier' | 'number'> | null;
  isConfirmed: boolean;
  actorId: string | null;
  actor: string;
}

const LISTED = 10;

const SELECT_ORDERS = `
  SELECT o.id, o.order_number AS "orderNumber", o.status, o.tracking, o.returned_at AS "returnedAt",
    CASE WHEN f.state = 'change-window' AND f.due_at > now() THEN f.due_at END AS "changeableUntil"
  FROM orders o LEFT JOIN fulfilments f ON f.order_id = o.id`;

const INSERT_ROWS = `
  INSERT INTO bulk_action_rows (bulk_action_id, position, order_id, order_number, parcel, is_confirmed, state, message, ended_at)
  SELECT $1, position, "orderId", "orderNumber", parcel, "isConfirmed", coalesce(outcome->>'state', 'pending'), outcome->>'message',
    CASE WHEN outcome IS NOT NULL THEN now() END
  FROM jsonb_to_recordset($2::jsonb)
    AS row(position int, "orderId" uuid, "orderNumber" text, parcel jsonb, "isConfirmed" boolean, outcome jsonb)
  RETURNING id, state`;

const SELECT_ACTIONS = `
  SELECT a.id, a.kind, a.actor AS "startedBy", a.started_at AS "startedAt", counts.*
  FROM bulk_actions a CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending, count(*) FILTER (WHERE state = 'done')::int AS done,
      count(*) FILTER (WHERE state = 'skipped')::int AS skipped, count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM bulk_action_rows r WHERE r.bulk_action_id = a.id
  ) counts`;

const SELECT_ROW = `
  SELECT r.id, r.state, a.kind, r.order_id AS "orderId", r.parcel, r.is_confirmed AS "isConfirmed", a.actor_id AS "actorId", a.actor
  FROM bulk_action_rows r JOIN bulk_actions a ON a.id = r.bulk_action_id WHERE r.id = $1 AND r.order_id IS NOT NULL`;

/** A tracking number that is stored in the order is not stored here too. */
const END_ROW = `
  UPDATE bulk_action_rows SET state = $2, message = $3, ended_at = now(), parcel = CASE WHEN $2 = 'done' THEN NULL ELSE parcel END
  WHERE id = $1 AND state = 'pending'`;

const RESTART_FAILED = `
  UPDATE bulk_action_rows SET state = 'pending', message = NULL, ended_at = NULL
  WHERE bulk_action_id = $1 AND state = 'failed' AND order_id IS NOT NULL RETURNING id`;

type CountedRow = Omit<BulkActionSummary, 'startedAt' | 'counts'> & BulkActionSummary['counts'] & { startedAt: Date };

const toSummary = ({ id, kind, startedBy, startedAt, ...counts }: CountedRow): BulkActionSummary => ({
  ...{ id, kind, startedBy },
  startedAt: startedAt.toISOString(),
  counts,
});

@Injectable()
export class BulkActionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  listById(ids: readonly string[], manager = this.dataSource.manager): Promise<SelectedOrder[]> {
    return manager.query(`${SELECT_ORDERS} WHERE o.id = ANY($1::uuid[]) ORDER BY o.id`, [ids]);
  }

  listByNumber(numbers: readonly string[], manager = this.dataSource.manager): Promise<SelectedOrder[]> {
    return manager.query(`${SELECT_ORDERS} WHERE o.order_number = ANY($1) ORDER BY o.id`, [numbers]);
  }

  /** False: the key is known. */
  async insertAction(manager: EntityManager, action: NewBulkAction, by: AuditActor): Promise<boolean> {
    const inserted = await manager.query<unknown[]>(
      `INSERT INTO bulk_actions (id, kind, actor_id, actor, content_hash) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING RETURNING 1`,
      [action.id, action.kind, by.id, by.name, action.contentHash],
    );
    return inserted.length > 0;
  }

  /** Returns the rows that are to be done. */
  async insertRows(manager: EntityManager, { id, rows }: NewBulkAction): Promise<string[]> {
    const numbered = rows.map((row, position) => ({ ...row, position }));
    const inserted = await manager.query<{ id: string; state: BulkRowState }[]>(INSERT_ROWS, [
      id,
      JSON.stringify(numbered),
    ]);
    return inserted.filter(({ state }) => state === 'pending').map((row) => row.id);
  }

  /** Null: the key is not known. */
  async findContentHash(manager: EntityManager, id: string): Promise<string | null> {
    const [action] = await manager.query<{ hash: string }[]>(
      'SELECT content_hash AS hash FROM bulk_actions WHERE id = $1',
      [id],
    );
    return action?.hash ?? null;
  }

  async listLast(): Promise<BulkActionSummary[]> {
    const rows = await this.dataSource.query<CountedRow[]>(
      `${SELECT_ACTIONS} ORDER BY a.started_at DESC, a.id DESC LIMIT ${LISTED}`,
    );
    return rows.map(toSummary);
  }

  async find(id: string): Promise<BulkAction | null> {
    const [action] = await this.dataSource.query<CountedRow[]>(`${SELECT_ACTIONS} WHERE a.id = $1`, [id]);
    if (!action) return null;
    const rows = await this.dataSource.query<BulkAction['rows']>(
      `SELECT order_id AS "orderId", order_number AS "orderNumber", state, message FROM bulk_action_rows WHERE bulk_action_id = $1 ORDER BY position`,
      [id],
    );
    return { ...toSummary(action), rows };
  }

  async findRow(id: string): Promise<BulkRow | null> {
    const [row] = await this.dataSource.query<BulkRow[]>(SELECT_ROW, [id]);
    return row ?? null;
  }

  /** False: the row has ended already. */
  async endRow(
    manager: EntityManager,
    id: string,
    { state, message }: RowOutcome | { state: 'done'; message: null },
  ): Promise<boolean> {
    const [, ended] = await manager.query<[unknown, number]>(END_ROW, [id, state, message]);
    return ended > 0;
  }

  /** Returns the rows that are pending again. */
  async restartFailed(manager: EntityManager, bulkActionId: string): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(RESTART_FAILED, [bulkActionId]);
    return rows.map(({ id }) => id);
  }
}
