import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type TimelineEntry, sessionMissing } from '@shop/contracts-common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../access/caller.js';

/** The person or tool that made a change. `id` is null for command line tools such as `npm run admin`. */
export interface AuditActor {
  id: string | null;
  name: string;
}

export interface AuditSubject {
  /** `order`, `product`, `variant`, `request` or `user`. */
  type: string;
  id: string;
}

/** The changed fields only. Null before creation and after deletion. Entries are permanent: never store a secret. */
export type AuditState = Readonly<Record<string, unknown>> | null;

export interface NewAuditEntry {
  actor: AuditActor;
  /** noun.past-tense */
  action: string;
  subject: AuditSubject;
  before: AuditState;
  after: AuditState;
}

export interface AuditEntry extends NewAuditEntry {
  id: string;
  at: Date;
}

/** Bounds a timeline. No real subject has this many entries. */
const MAX_ENTRIES = 500;

const INSERT_ENTRY = `
  INSERT INTO audit_entries (actor_id, actor, action, subject_type, subject_id, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const SELECT_ENTRIES = `
  SELECT id, at, actor_id AS "actorId", actor, action, subject_type AS "subjectType", subject_id AS "subjectId", before, after
  FROM audit_entries WHERE subject_type = $1 AND subject_id = $2 ORDER BY at DESC, id DESC LIMIT ${MAX_ENTRIES}`;

interface AuditRow {
  id: string;
  at: Date;
  actorId: string | null;
  actor: string;
  action: string;
  subjectType: string;
  subjectId: string;
  before: AuditState;
  after: AuditState;
}

/** The caller as an audit actor. Throws 401 for a caller without an account. */
export function toAuditActor(caller: Caller): AuditActor {
  if (caller.kind !== 'user') throw sessionMissing();
  return { id: caller.userId, name: caller.email };
}

/** Maps an entry to the API's form. `summary` is the sentence that admins read. */
export const toTimelineEntry = (
  { id, at, action, actor, before, after }: AuditEntry,
  summary: string,
): TimelineEntry => ({
  id,
  at: at.toISOString(),
  action,
  actor: actor.name,
  summary,
  before,
  after,
});

/** Append-only record of admin changes: actor, action, and the state before and after. Written in the transaction of the change. */
@Injectable()
export class AuditTrail {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async addEntry(manager: EntityManager, { actor, action, subject, before, after }: NewAuditEntry): Promise<void> {
    await manager.query(INSERT_ENTRY, [
      actor.id,
      actor.name,
      action,
      subject.type,
      subject.id,
      before && JSON.stringify(before),
      after && JSON.stringify(after),
    ]);
  }

  /** Newest first. */
  async listEntries(subject: AuditSubject, manager = this.dataSource.manager): Promise<AuditEntry[]> {
    const rows = await manager.query<AuditRow[]>(SELECT_ENTRIES, [subject.type, subject.id]);
    return rows.map(({ actorId, actor, subjectType, subjectId, ...entry }) => ({
      ...entry,
      actor: { id: actorId, name: actor },
      subject: { type: subjectType, id: subjectId },
    }));
  }
}
