import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { isDomainError, SENTENCES } from '@shop/contracts/common';
import type { Api } from './api.js';
import type { Documentation } from './documentation/documentation.js';
import { pathnameOf, requestIdOf, type Exchange } from './exchange.js';
import { drain } from './guard/body-size.js';
import type { Metrics } from './health/metrics.js';
import type { Readiness } from './health/readiness.js';
import { answerProblem, answerWith, notFound } from './problems.js';
import { record } from './request-log.js';
import { createMatcher } from './route-matcher.js';
import type { Route } from './routes.js';
import { setHeaders, type HeaderList } from './web/security-headers.js';
import type { WebFiles } from './web/web-files.js';

interface FrontDoorParts {
  api: Api;
  web: WebFiles;
  documentation: Documentation;
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  logger: Logger;
  routes: readonly Route[];
  /** For all answers but pages, which have a policy of their own. */
  headers: HeaderList;
}

/** Where each request comes in, and each fault ends as a sentence. */
export class FrontDoor {
  isDraining = false;
  private readonly match;
  private readonly streams = new Set<ServerResponse>();
  /**
   * How many answers are on their way. A number, not a set of them: a set leaves a chain of old tables behind, and through it every request
   * lives on until the next full collection.
   */
  private open = 0;
  private onEmpty: () => void = () => undefined;

  constructor(private readonly parts: FrontDoorParts) {
    this.match = createMatcher(parts.routes);
  }

  handle(req: IncomingMessage, res: ServerResponse, expectsContinue = false): void {
    const exchange = this.begin(req, res, expectsContinue);
    this.open += 1;
    res.once('close', () => this.leave(exchange));
    setHeaders(res, this.parts.headers);
    res.setHeader('x-request-id', exchange.id);
    if (this.isDraining) res.setHeader('connection', 'close');
    this.answer(exchange).catch((error: unknown) => this.refuse(exchange, error));
  }

  /** From now on: streams, which would never end by themselves, end; resolves once every other answer has gone out as well. */
  async drain(): Promise<void> {
    this.isDraining = true;
    for (const stream of this.streams) stream.end();
    if (this.open > 0) await new Promise<void>((resolve) => (this.onEmpty = resolve));
  }

  private leave(exchange: Exchange): void {
    clearTimeout(exchange.deadline);
    record(exchange, this.parts.logger, this.parts.metrics);
    this.open -= 1;
    if (this.open === 0) this.onEmpty();
  }

  private begin(req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): Exchange {
    return {
      req,
      res,
      id: requestIdOf(req),
      startedAt: performance.now(),
      pathname: pathnameOf(req.url),
      sid: null,
      expectsContinue,
      bytesSeen: 0,
      isTimedOut: false,
      isRetried: false,
    };
  }

  private async answer(exchange: Exchange): Promise<void> {
    const { req, res, pathname } = exchange;
    if (pathname === '/healthz' || pathname === '/readyz') return this.answerHealth(exchange);
    const route = this.match(req.method ?? '', pathname);
    if (!route) {
      if (await this.parts.documentation.answer(req, res, pathname)) return;
      return this.parts.web.answer(req, res, pathname);
    }
    exchange.route = route;
    if (route.answer === 'stream') {
      this.streams.add(res);
      res.once('close', () => this.streams.delete(res));
    }
    return this.parts.api.answer(exchange, route);
  }

  private async answerHealth({ req, res, pathname }: Exchange): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return answerProblem(req, res, notFound());
    const state = pathname === '/healthz' ? { status: 'up' } : await this.parts.readiness();
    const isWell = !('ready' in state) || (state.ready && !this.isDraining);
    const text = JSON.stringify(state);
    res.writeHead(isWell ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
    });
    res.end(req.method === 'HEAD' ? undefined : text);
  }

  private refuse(exchange: Exchange, error: unknown): void {
    const { req, res, id: requestId, expectsContinue } = exchange;
    const { api, logger } = this.parts;
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const cookies = api.cookiesOf(exchange);
    if (cookies) res.setHeader('set-cookie', cookies);
    // A client that was not told to go on may or may not send its body: its next request needs a new connection.
    if (expectsContinue) res.setHeader('connection', 'close');
    if (isDomainError(error)) {
      if (error.cause) logger.warn({ err: error.cause, requestId }, error.code);
      answerProblem(req, res, error);
    } else {
      logger.error({ err: error, requestId }, 'request failed');
      answerWith(req, res, { status: 500, code: 'UNEXPECTED', sentence: SENTENCES.unexpected });
    }
    drain(req);
  }
}
