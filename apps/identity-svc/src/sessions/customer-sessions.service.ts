import { Inject, Injectable } from '@nestjs/common';
import type { EventPayload } from '@shop/contracts/common';
import { guestClaimed, sessionEnded } from '@shop/contracts/identity';
import { EventOutbox } from '@shop/messaging';
import type { Caller } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { GuestClaimsRepository } from './guest-claims.repository.js';
import { createSid, hashSid } from './session-id.js';
import { getExpiry } from './session.rules.js';
import { SessionsRepository, type SessionContent } from './sessions.repository.js';

type EndReason = EventPayload<typeof sessionEnded>['reason'];

/** Starts and ends sessions of customers, in the caller's transaction. */
@Injectable()
export class CustomerSessionsService {
  constructor(
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(GuestClaimsRepository) private readonly guestClaimsRepository: GuestClaimsRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Ends the caller's session, claims its guest, and starts a session with a new id.
   * Returns the new session id for the cookie.
   */
  async startSession(manager: EntityManager, caller: Caller, userId: string): Promise<string> {
    const endedSession = await this.endSession(manager, caller, 'signed-in');
    const guestId = await this.claimGuest(manager, endedSession, caller, userId);
    const sid = createSid();
    await this.sessionsRepository.insert(
      manager,
      hashSid(sid),
      { userId, ...(guestId ? { guestId } : {}) },
      getExpiry(new Date()),
    );
    return sid;
  }

  /** Ends the caller's session. Returns its content, or null if it had ended before. */
  async endSession(manager: EntityManager, caller: Caller, reason: EndReason): Promise<SessionContent | null> {
    if (caller.kind === 'anonymous') return null;
    const ended = await this.sessionsRepository.deleteSession(manager, caller.sid);
    if (ended) await this.publishEnded(manager, ended.userId ?? ended.guestId ?? '', [caller.sid], reason);
    return ended;
  }

  /** Ends all sessions of a user except the one with the hash `except`. */
  async endAllSessions(
    manager: EntityManager,
    userId: string,
    except: string | null,
    reason: EndReason,
  ): Promise<void> {
    const ended = await this.sessionsRepository.deleteByUser(manager, userId, except);
    if (ended.length > 0) await this.publishEnded(manager, userId, ended, reason);
  }

  /**
   * Claims the guest of the session that just ended. If several tabs sign in at once, only one ends the session and claims; the others
   * keep the guest id if the same user has claimed it.
   */
  private async claimGuest(
    manager: EntityManager,
    endedSession: SessionContent | null,
    caller: Caller,
    userId: string,
  ): Promise<string | undefined> {
    const guestId = caller.kind === 'anonymous' ? undefined : caller.guestId;
    if (!guestId) return undefined;
    const isStillGuest = endedSession !== null && endedSession.userId === undefined && endedSession.guestId === guestId;
    if (isStillGuest && (await this.guestClaimsRepository.insertClaim(manager, guestId, userId))) {
      await this.outbox.publish(manager, guestClaimed, { subject: `guest/${guestId}`, data: { guestId, userId } });
      return guestId;
    }
    return (await this.guestClaimsRepository.isClaimedBy(manager, guestId, userId)) ? guestId : undefined;
  }

  private async publishEnded(
    manager: EntityManager,
    holder: string,
    sidHashes: string[],
    reason: EndReason,
  ): Promise<void> {
    await this.outbox.publish(manager, sessionEnded, {
      subject: `session-holder/${holder}`,
      data: { sidHashes, reason },
    });
  }
}
