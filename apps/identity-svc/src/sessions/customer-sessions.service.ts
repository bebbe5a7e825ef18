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

/** Beginning and ending the sessions of signed-in customers; always in the transaction of what causes it. */
@Injectable()
export class CustomerSessionsService {
  constructor(
    @Inject(SessionsRepository) private readonly sessionsRepository: SessionsRepository,
    @Inject(GuestClaimsRepository) private readonly guestClaimsRepository: GuestClaimsRepository,
    @Inject(EventOutbox) private readonly outbox: EventOutbox,
  ) {}

  /**
   * Starts a session under a new id, ends the one the caller came with, and takes the guest's things along, once (D13).
   * Returns the new session id, for the cookie.
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

  /** Ends the caller's own session; what it held, or null where there was none any more. */
  async endSession(manager: EntityManager, caller: Caller, reason: EndReason): Promise<SessionContent | null> {
    if (caller.kind === 'anonymous') return null;
    const ended = await this.sessionsRepository.deleteSession(manager, caller.sid);
    if (ended) await this.publishEnded(manager, ended.userId ?? ended.guestId ?? '', [caller.sid], reason);
    return ended;
  }

  /** Ends all sessions of a user, but for the one named by its hash. */
  async endAllSessions(manager: EntityManager, userId: string, except: string | null, reason: EndReason): Promise<void> {
    const ended = await this.sessionsRepository.deleteByUser(manager, userId, except);
    if (ended.length > 0) await this.publishEnded(manager, userId, ended, reason);
  }

  /**
   * The guest of the session that just ended. Of several tabs signing in at once, one ended it and claims; the others find it
   * over, and keep the guest only where it went to the same user.
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

  private async publishEnded(manager: EntityManager, holder: string, sidHashes: string[], reason: EndReason): Promise<void> {
    await this.outbox.publish(manager, sessionEnded, {
      subject: `session-holder/${holder}`,
      data: { sidHashes, reason },
    });
  }
}
