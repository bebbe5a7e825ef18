import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EndedSessionsListener } from './ended-sessions.listener.js';
import { IdentityClient } from './identity.client.js';
import { hashSid } from './session-cache.js';

interface StreamsOfSession {
  sid: string;
  responses: Set<ServerResponse>;
}

/** A session must end everywhere within one second. */
const TICK_MS = 400;
/** A session also ends by its age, which no event announces. */
const CHECK_EVERY_MS = 60_000;
/** Calls to identity-svc at the same time. */
const CHECKS_AT_ONCE = 10;

/** A client that does not read never gets the end. */
const FLUSH_MS = 200;

function endStream(res: ServerResponse): void {
  res.end();
  setTimeout(() => res.closed || res.destroy(), FLUSH_MS).unref();
}

/** The open event streams of sessions. They end with their session, although each request was checked when it began. */
@Injectable()
export class SessionStreams implements OnApplicationBootstrap, OnApplicationShutdown {
  /** By the hash of the session id. */
  private readonly open = new Map<string, StreamsOfSession>();
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  /** Time of the last check; 0 after events may have been missed. */
  private checkedAt = Date.now();

  constructor(
    @Inject(IdentityClient) private readonly identity: Pick<IdentityClient, 'resolveSession'>,
    @Inject(EndedSessionsListener)
    private readonly endedSessions: Pick<EndedSessionsListener, 'isReceiving' | 'subscribe'>,
  ) {
    endedSessions.subscribe({
      onEnded: (sidHashes) => this.endStreams(sidHashes),
      onGap: () => (this.checkedAt = 0),
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.checkIfDue(), TICK_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Ends the response as soon as the session has ended. */
  addStream(sid: string, res: ServerResponse): void {
    if (res.closed || res.destroyed) return;
    const hash = hashSid(sid);
    const streams = this.open.get(hash) ?? { sid, responses: new Set() };
    this.open.set(hash, streams);
    streams.responses.add(res);
    res.once('close', () => {
      streams.responses.delete(res);
      if (streams.responses.size === 0 && this.open.get(hash) === streams) this.open.delete(hash);
    });
  }

  endStreams(sidHashes: readonly string[]): void {
    for (const hash of sidHashes) for (const res of this.open.get(hash)?.responses ?? []) endStream(res);
  }

  /** Asks identity-svc about each session: now and then, and at once while ended sessions are not received. */
  async checkIfDue(now = Date.now()): Promise<void> {
    if (this.isChecking || (this.endedSessions.isReceiving() && now - this.checkedAt < CHECK_EVERY_MS)) return;
    this.isChecking = true;
    this.checkedAt = now;
    const waiting = [...this.open.values()];
    const checkNext = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await this.checkSession(next);
    };
    await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkNext));
    this.isChecking = false;
  }

  /** While identity-svc is down, nothing is known about the session, so its streams remain. */
  private async checkSession({ sid }: StreamsOfSession): Promise<void> {
    const isLive = await this.identity.resolveSession({ sid, openGuestSession: false, isPassive: true }).then(
      ({ token }) => token !== null,
      () => true,
    );
    if (!isLive) this.endStreams([hashSid(sid)]);
  }
}
