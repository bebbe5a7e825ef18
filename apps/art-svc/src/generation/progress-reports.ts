/** Often enough for a bar that moves smoothly, rarely enough for the database. */
const SPACING_MS = 100;

export type WriteProgress = (share: number, stage: string) => Promise<void>;

/** Passes on the latest report at most every 100 ms, one at a time, and the last at the end; a report that can't be written is left out: the next one says more. */
export class ProgressReports {
  private latest: [share: number, stage: string] | null = null;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private first = true;

  constructor(private readonly write: WriteProgress) {}

  report(share: number, stage: string): void {
    this.latest = [share, stage];
    this.timer ??= setTimeout(() => this.flush(), this.first ? 0 : SPACING_MS);
    this.first = false;
  }

  /** Resolves when the last report is written; nothing is written afterwards. What is drawn may still have to wait for the store. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    this.flush();
    await this.writing;
  }

  private flush(): void {
    this.timer = undefined;
    const report = this.latest;
    this.latest = null;
    if (report) this.writing = this.writing.then(() => this.write(...report)).catch(() => undefined);
  }
}
