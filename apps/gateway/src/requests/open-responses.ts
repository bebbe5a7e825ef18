import { Injectable } from '@nestjs/common';
import type { RequestContext } from './request-context.js';

/** The responses that a shutdown waits for. */
@Injectable()
export class OpenResponses {
  /** Streams, uploads and drawings, which take longer than other requests. */
  private readonly long = new Set<RequestContext>();
  /**
   * Number of all open responses. A counter instead of a Set: V8's old hash tables of a Set keep finished requests alive until the next
   * full garbage collection.
   */
  private count = 0;
  private onDrained: () => void = () => undefined;

  add(context: RequestContext): void {
    this.count += 1;
    const { route } = context;
    if (route?.response === 'stream' || route?.response === 'long' || route?.body === 'upload') this.long.add(context);
  }

  remove(context: RequestContext): void {
    this.long.delete(context);
    this.count -= 1;
    if (this.count === 0) this.onDrained();
  }

  /** Ends event streams, which would never end otherwise, and resolves once all other responses are complete. */
  async drain(): Promise<void> {
    for (const { res, route } of this.long) if (route?.response === 'stream') res.end();
    if (this.count > 0) await new Promise<void>((resolve) => (this.onDrained = resolve));
  }

  /** Gives each long request that has no response yet to `refuse`. */
  refuse(refuse: (context: RequestContext) => void): void {
    for (const context of this.long) if (!context.res.headersSent && !context.res.destroyed) refuse(context);
  }
}
