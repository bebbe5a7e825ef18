import { Injectable } from '@nestjs/common';
import type { RequestContext } from './request-context.js';

/** The responses that a shutdown waits for. */
@Injectable()
export class OpenResponses {
  /** Streams, uploads and drawings, which take longer than other requests. */
  private readonly longRequests = new Set<RequestContext>();
  /**
   * Number of all open responses. A counter instead of a Set: V8's old hash tables of a Set keep finished requests alive until the next
   * full garbage collection.
   */
  private count = 0;
  private onAllComplete: () => void = () => undefined;

  add(context: RequestContext): void {
    this.count += 1;
    const { route } = context;
    if (route?.response === 'stream' || route?.response === 'long' || route?.body === 'upload')
      this.longRequests.add(context);
  }

  remove(context: RequestContext): void {
    this.longRequests.delete(context);
    this.count -= 1;
    if (this.count === 0) this.onAllComplete();
  }

  /** Ends event streams, which would never end otherwise, and resolves once all other responses are complete. */
  async waitForResponses(): Promise<void> {
    for (const { res, route } of this.longRequests) if (route?.response === 'stream') res.end();
    if (this.count > 0) await new Promise<void>((resolve) => (this.onAllComplete = resolve));
  }

  listLongUnanswered(): RequestContext[] {
    return [...this.longRequests].filter(({ res }) => !res.headersSent && !res.destroyed);
  }
}
