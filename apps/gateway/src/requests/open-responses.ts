import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from './request-context.js';

/** The responses that a shutdown waits for. */
@Injectable()
export class OpenResponses {
  private readonly streams = new Set<ServerResponse>();
  /**
   * Number of open responses. A counter instead of a Set: V8's old hash tables of a Set keep finished requests alive until the next
   * full garbage collection.
   */
  private count = 0;
  private onDrained: () => void = () => undefined;

  add({ res, route }: RequestContext): void {
    this.count += 1;
    if (route?.response === 'stream') this.streams.add(res);
  }

  remove({ res, route }: RequestContext): void {
    if (route?.response === 'stream') this.streams.delete(res);
    this.count -= 1;
    if (this.count === 0) this.onDrained();
  }

  /** Ends event streams, which would never end otherwise, and resolves once all other responses are complete. */
  async drain(): Promise<void> {
    for (const stream of this.streams) stream.end();
    if (this.count > 0) await new Promise<void>((resolve) => (this.onDrained = resolve));
  }
}
