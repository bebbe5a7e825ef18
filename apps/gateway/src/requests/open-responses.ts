import { Injectable } from '@nestjs/common';
import type { ReleasedRoute } from '@shop/contracts-all';
import type { RequestContext, RoutedContext } from './request-context.js';

/** A request that a service answers. */
export type ServiceContext = RoutedContext<ReleasedRoute>;

const isOfService = (context: RequestContext): context is ServiceContext =>
  context.route !== undefined && 'service' in context.route;

/** The responses that a shutdown waits for. */
@Injectable()
export class OpenResponses {
  /** Streams, uploads and drawings, which take longer than other requests. */
  private readonly longRequests = new Set<ServiceContext>();
  /**
   * Number of all open responses. A counter instead of a Set: V8's old hash tables of a Set keep finished requests alive until the next
   * full garbage collection.
   */
  private count = 0;
  private onAllComplete: () => void = () => undefined;

  add(context: RequestContext): void {
    this.count += 1;
    if (isOfService(context) && (context.route.response !== undefined || context.route.body === 'upload'))
      this.longRequests.add(context);
  }

  remove(context: RequestContext): void {
    if (isOfService(context)) this.longRequests.delete(context);
    this.count -= 1;
    if (this.count === 0) this.onAllComplete();
  }

  /** Ends event streams, which would never end otherwise, and resolves once all other responses are complete. */
  async waitForResponses(): Promise<void> {
    for (const { res, route } of this.longRequests) if (route.response === 'stream') res.end();
    if (this.count > 0) await new Promise<void>((resolve) => (this.onAllComplete = resolve));
  }

  listLongUnanswered(): ServiceContext[] {
    return [...this.longRequests].filter(({ res }) => !res.headersSent && !res.destroyed);
  }
}
