/** Why a drawing has to end before it is done. */
export type HoldEnd = 'lost' | 'timed-out' | 'stopping';

export interface HoldOptions {
  readonly leaseMs: number;
  /** Time left to draw. */
  readonly remainingMs: number;
  /** Prolongs the lease; false where somebody else holds the job, or it has ended. */
  prolong(): Promise<boolean>;
}

/** Keeps a job ours while it is drawn: prolongs its lease, and aborts the drawing when the job is lost or its time is up. */
export class JobHold {
  private readonly controller = new AbortController();
  private readonly heartbeat: NodeJS.Timeout;
  private readonly deadline: NodeJS.Timeout;
  private heldUntil: number;
  ended: HoldEnd | null = null;

  constructor(private readonly options: HoldOptions) {
    this.heldUntil = Date.now() + options.leaseMs;
    // Three beats a lease: one may be late and one may fail.
    this.heartbeat = setInterval(() => void this.beat(), options.leaseMs / 3);
    this.deadline = setTimeout(() => this.end('timed-out'), Math.max(0, options.remainingMs));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(reason: HoldEnd): void {
    if (this.ended) return;
    this.ended = reason;
    this.release();
    this.controller.abort(new Error(`The drawing was ended: ${reason}`));
  }

  /** Stops the timers; the job is no longer kept. */
  release(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.deadline);
  }

  /** A database that does not answer is waited for as long as the lease lasts. */
  private async beat(): Promise<void> {
    const asked = Date.now();
    const held = await this.options.prolong().catch(() => null);
    if (held) this.heldUntil = asked + this.options.leaseMs;
    if (held === false || Date.now() > this.heldUntil) this.end('lost');
  }
}
