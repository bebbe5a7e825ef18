/** Short enough for a smooth progress bar, long enough to spare the database. */
const MIN_INTERVAL_MS = 100;

export type SaveProgress = (share: number, stage: string) => Promise<void>;

/**
 * Saves the latest report at most every 100 ms, one at a time, and the last one when it stops. A failed save is
 * skipped, because the next report replaces it.
 */
export class ProgressWriter {
  private latest: [share: number, stage: string] | null = null;
  private timer: NodeJS.Timeout | undefined;
  private pendingSave: Promise<void> = Promise.resolve();
  private isFirst = true;

  constructor(private readonly save: SaveProgress) {}

  reportProgress(share: number, stage: string): void {
    this.latest = [share, stage];
    this.timer ??= setTimeout(() => this.flush(), this.isFirst ? 0 : MIN_INTERVAL_MS);
    this.isFirst = false;
  }

  /** Saves the last report and resolves; nothing is saved afterwards. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    this.flush();
    await this.pendingSave;
  }

  private flush(): void {
    this.timer = undefined;
    const report = this.latest;
    this.latest = null;
    if (report) this.pendingSave = this.pendingSave.then(() => this.save(...report)).catch(() => undefined);
  }
}
