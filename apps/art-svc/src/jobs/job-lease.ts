/** Why a drawing must stop before it is complete. */
export type LeaseEndReason = 'lost' | 'timed-out' | 'stopping';

export interface LeaseOptions {
  readonly leaseMs: number;
  /** Time until the job's deadline. */
  readonly remainingMs: number;
  /** Renews the lease; false where another worker has the job, or the job is finished. */
  renew(): Promise<boolean>;
}

/** Renews a job's lease while the job runs, and aborts the work when the lease is lost or the time is up. */
export class JobLease {
  private readonly controller = new AbortController();
  private readonly heartbeat: NodeJS.Timeout;
  private readonly deadline: NodeJS.Timeout;
  private expiresAt: number;
  endReason: LeaseEndReason | null = null;

  constructor(private readonly options: LeaseOptions) {
    this.expiresAt = Date.now() + options.leaseMs;
    // Three renewals for each lease time: one may be late and one may fail.
    this.heartbeat = setInterval(() => void this.renewLease(), options.leaseMs / 3);
    this.deadline = setTimeout(() => this.abort('timed-out'), Math.max(0, options.remainingMs));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: LeaseEndReason): void {
    if (this.endReason) return;
    this.endReason = reason;
    this.stop();
    this.controller.abort(new Error(`The job was aborted: ${reason}`));
  }

  /** Stops the timers; nothing renews the lease afterwards. */
  stop(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.deadline);
  }

  /** A failed renewal is no loss until the lease expires. */
  private async renewLease(): Promise<void> {
    const renewedAt = Date.now();
    const isRenewed = await this.options.renew().catch(() => null);
    if (isRenewed) this.expiresAt = renewedAt + this.options.leaseMs;
    if (isRenewed === false || Date.now() > this.expiresAt) this.abort('lost');
  }
}
