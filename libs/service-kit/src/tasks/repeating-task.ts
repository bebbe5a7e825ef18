/** Runs a task at an interval, never twice at the same time. `wake` runs it at once. */
export class RepeatingTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private isStopped = false;

  constructor(
    private readonly work: () => Promise<void>,
    private readonly intervalMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.wake(), this.intervalMs);
    this.timer.unref();
  }

  /** Runs the task now. A call during a run causes one more run after it. */
  wake(): void {
    if (this.isStopped) return;
    this.isWanted = true;
    this.running ??= this.runWhileWanted();
  }

  /** Resolves once the current run has ended. No further run starts. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async runWhileWanted(): Promise<void> {
    clearTimeout(this.timer);
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false;
      await this.work().catch(this.onError);
    }
    this.running = undefined;
    this.start();
  }
}
