import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LETTER_CHANNEL } from './letter-channel.js';
import type { LetterName, LetterProps } from './letter-props.js';

export interface NewLetter<Name extends LetterName = LetterName> {
  /** What makes it the same letter: a second one with this key is not sent. Ids only, no words of a person: it outlives the letter. */
  key: string;
  /** The address alone. */
  to: string;
  letter: Name;
  props: LetterProps[Name];
  /** Not before this moment; at once where it is left out. */
  dueAt?: Date;
  /** Worth nothing after this moment: then it is dropped instead of sent. */
  expiresAt?: Date;
}

/** A lease that has run out is nobody's: what may have gone out is said again rather than not at all. */
const TAKE_BACK = `
  WITH waiting AS (
    SELECT id, props FROM emails
    WHERE status = 'waiting' AND template = $1 AND starts_with(key, $2) AND (lease_expires_at IS NULL OR lease_expires_at <= now())
    FOR UPDATE)
  UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, leased_by = NULL, lease_expires_at = NULL, reason = 'another letter says it', ended_at = now()
  FROM waiting WHERE emails.id = waiting.id
  RETURNING waiting.props`;

/** Where every letter of the shop is handed in. It is written in the transaction of what it tells of, and sent after the commit. */
@Injectable()
export class LetterDesk {
  /** False where a letter with this key was handed in before. */
  async send<Name extends LetterName>(
    manager: EntityManager,
    { key, to, letter, props, dueAt, expiresAt }: NewLetter<Name>,
  ): Promise<boolean> {
    const written = await manager.query<unknown[]>(
      `INSERT INTO emails (key, recipient, template, props, due_at, expires_at) VALUES ($1, $2, $3, $4, COALESCE($5, now()), $6)
       ON CONFLICT (key) DO NOTHING RETURNING 1`,
      [key, to, letter, JSON.stringify(props), dueAt ?? null, expiresAt ?? null],
    );
    await this.wake(manager);
    return written.length > 0;
  }

  /** Which of these keys somebody handed a letter in with, whatever has become of it. */
  async known(manager: EntityManager, keys: readonly string[]): Promise<Set<string>> {
    const rows = await manager.query<{ key: string }[]>('SELECT key FROM emails WHERE key = ANY($1)', [keys]);
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Takes those letters back that are not being sent right now, and returns what they were to say: for another that says it in their place, written in
   * the same transaction. Their keys stay, so that what they told of is not told again.
   */
  async takeBack<Name extends LetterName>(
    manager: EntityManager,
    letter: Name,
    keyPrefix: string,
  ): Promise<LetterProps[Name][]> {
    const [taken] = await manager.query<[{ props: LetterProps[Name] }[], number]>(TAKE_BACK, [letter, keyPrefix]);
    return taken.map(({ props }) => props);
  }

  /** Drops what is still to be sent to this address, and what could not be: address, content and all. */
  async forget(manager: EntityManager, address: string): Promise<void> {
    await manager.query(
      `UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, reason = 'the account was deleted', ended_at = now() WHERE recipient = $1`,
      [address],
    );
  }

  /** Drops those of these letters that have not gone out: address, content and all. */
  async withdraw(manager: EntityManager, keys: readonly string[]): Promise<void> {
    await manager.query(
      `UPDATE emails SET status = 'dropped', recipient = NULL, props = NULL, reason = 'what it told of was erased', ended_at = now()
       WHERE key = ANY($1) AND recipient IS NOT NULL`,
      [keys],
    );
  }

  /** NOTIFY is sent at the commit. */
  private async wake(manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_notify($1, $2)', [LETTER_CHANNEL, '']);
  }
}
