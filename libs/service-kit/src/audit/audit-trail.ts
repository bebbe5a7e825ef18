import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, SENTENCES, type TimelineEntry } from '@shop/contracts/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../access/caller.js';

/** Who did it. `id` null: a command of the shop's own, such as `npm run admin`. */
export interface AuditActor {
  id: string | null;
  name: string;
}

export interface AuditSubject {
  /** The noun of the change's events: `order`, `product`, `variant`, `request`, `user`. */
  type: string;
  id: string;
}

/** What changed, and only that; null before it was made, and after it is gone. Never a secret: it stays for good. */
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

/** More than anybody does to one thing, so that no timeline is without an end. */
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

/** The admin who calls, as the trail names them. Throws 401 for anybody without an account. */
export function actorOf(caller: Caller): AuditActor {
  if (caller.kind !== 'user') throw new DomainError('SESSION_MISSING', 'unauthenticated', SENTENCES.notSignedIn);
  return { id: caller.userId, name: caller.email };
}

/** An entry as screens show it, with the sentence that says it. */
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

/** Who changed what, before and after; written in the transaction of the change, readable for good, changed by nobody. */
@Injectable()
export class AuditTrail {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async record(manager: EntityManager, { actor, action, subject, before, after }: NewAuditEntry): Promise<void> {
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
  async of(subject: AuditSubject): Promise<AuditEntry[]> {
    const rows = await this.dataSource.query<AuditRow[]>(SELECT_ENTRIES, [subject.type, subject.id]);
    return rows.map(({ actorId, actor, subjectType, subjectId, ...entry }) => ({
      ...entry,
      actor: { id: actorId, name: actor },
      subject: { type: subjectType, id: subjectId },
    }));
  }
}
