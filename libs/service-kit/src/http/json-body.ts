import type { RawBodyRequest } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@shop/contracts/common';
import type { FastifyRequest } from 'fastify';

/** Far above what the contracts and webhooks of providers need. */
const MAX_LEVELS = 64;

/**
 * Reads JSON bodies of up to `bodyLimit` bytes. An empty body is no body, whatever the content type says. A body with more than
 * 64 levels is refused with 400 (`invalid`): everything behind this may recurse, and no deeper body can end the stack.
 */
export function installJsonBodies(app: NestFastifyApplication, bodyLimit: number): void {
  const parseJson = app.getHttpAdapter().getInstance().getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', { bodyLimit }, (incoming, body: Buffer, done) => {
    const request = incoming as RawBodyRequest<FastifyRequest>;
    if (body.length === 0) {
      request.rawBody = undefined;
      return done(null, undefined);
    }
    return parseJson(request, body.toString('utf8'), (error, parsed) => {
      if (!error && isNestedDeeperThan(parsed, MAX_LEVELS))
        done(new DomainError('REQUEST_INVALID', 'invalid', 'The request is nested too deeply.'));
      else done(error, parsed);
    });
  });
}

/** Walks level by level, because recursion would end the stack. */
function isNestedDeeperThan(value: unknown, maxLevels: number): boolean {
  let containers = [value].filter(isContainer);
  for (let levels = 1; containers.length > 0; levels += 1) {
    if (levels > maxLevels) return true;
    containers = containers.flatMap((container) => Object.values(container) as unknown[]).filter(isContainer);
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
