import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getRateLimitKey, RateLimits } from '../api/rate-limits.service.js';

/** Pages and built files share the limit of pictures. Throws a DomainError (429). */
@Injectable()
export class WebLimitGuard implements CanActivate {
  constructor(private readonly rateLimits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ip } = http.getRequest<FastifyRequest>();
    await this.rateLimits.countRequest('file', getRateLimitKey(ip), http.getResponse<FastifyReply>().raw);
    return true;
  }
}
