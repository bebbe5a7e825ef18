import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { assertBodySize } from '../requests/request-body.js';
import type { RoutedContext } from '../requests/request-context.js';
import { CsrfGuard } from './csrf.guard.js';
import { SessionStreams } from '../sessions/session-streams.js';
import { getRateLimitKey, RateLimits } from './rate-limits.service.js';
import { SessionGuard } from './session.guard.js';
import { SessionQueues } from './session-queues.service.js';
import { StreamLimits } from './stream-limits.service.js';

/** The checks of a request before it is sent to a service. */
@Injectable()
export class ApiGuards {
  constructor(
    private readonly csrf: CsrfGuard,
    private readonly rateLimits: RateLimits,
    private readonly sessions: SessionGuard,
    private readonly streams: StreamLimits,
    private readonly sessionStreams: SessionStreams,
    private readonly queues: SessionQueues,
  ) {}

  /** Throws a DomainError. Cheap checks come first; streams are counted by session. */
  async checkRequest(context: RoutedContext, request: FastifyRequest): Promise<void> {
    const { req, res, route } = context;
    this.csrf.assertOrigin(context);
    assertBodySize(req, route);
    // The address is undefined if the client has already disconnected.
    const client = getRateLimitKey(request.ip);
    if (typeof route.limit !== 'object') await this.rateLimits.countRequest(route.limit, client, res);
    await this.sessions.resolveCaller(context, request);
    // In between its token may have expired, or its session ended.
    if (await this.queues.waitForTurn(context)) await this.sessions.resolveCaller(context, request);
    if (route.response !== 'stream') return;
    this.streams.countStream(context, client);
    if (context.sid !== null && context.token !== undefined) this.sessionStreams.addStream(context.sid, res);
  }
}
