import type { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import { LOGGER } from '@shop/service-kit/http';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { getRateLimitKey } from '../api/rate-limits.service.js';
import { parseCspReports } from '../requests/csp-report.rules.js';
import { CSP_REPORTS_PATH } from '../requests/security-headers.js';

/** In prom-client's global registry. */
const violations = new Counter({
  name: 'csp_violations_total',
  help: 'Reports of browsers about the content security policy, by directive. Any browser can send some',
  labelNames: ['directive'],
});

const MAX_BYTES = 16 * 1024;
/** Extensions of a browser cause reports on each page. */
const REPORTS = { points: 60, duration: 600 };
/** Of all senders together. Further reports are only counted. */
const LOG_LINES = { points: 300, duration: 600 };

const createError = (code: string, kind: 'too-many' | 'too-large' | 'invalid', message: string): DomainError =>
  new DomainError(code, kind, message);

/** Where browsers report what the content security policy of a page has blocked. */
@Controller()
export class CspReportsController {
  /** Each gateway counts alone. */
  private readonly limiter = new RateLimiterMemory(REPORTS);
  private readonly logLimiter = new RateLimiterMemory(LOG_LINES);

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  @Post(CSP_REPORTS_PATH)
  @HttpCode(204)
  async receiveReport(@Req() { ip, raw }: FastifyRequest): Promise<void> {
    await this.limiter.consume(getRateLimitKey(ip)).catch((error: unknown) => {
      throw error instanceof RateLimiterRes ? createError('REPORTS_TOO_MANY', 'too-many', 'Too many reports.') : error;
    });
    const reports = parseCspReports(await readText(raw));
    if (!reports) throw createError('REPORT_INVALID', 'invalid', 'This is no report.');
    for (const violation of reports) {
      violations.inc({ directive: violation.directive });
      if (await this.mayLog()) this.logger.info({ violation }, 'content security policy violated');
    }
  }

  private mayLog(): Promise<boolean> {
    return this.logLimiter.consume('all senders').then(
      () => true,
      () => false,
    );
  }
}

/** Throws as soon as the body is too large. The rest of it is read elsewhere: a destroyed body would close the connection, and the answer be lost. */
async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw createError('REPORT_TOO_LARGE', 'too-large', 'The report is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
