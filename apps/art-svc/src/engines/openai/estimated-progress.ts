import type { OnProgress } from '../image-engine.js';

const INTERVAL_MS = 500;

/**
 * The provider reports nothing between its pictures, so the progress follows the time: two thirds after this long,
 * ever slower afterwards.
 */
const TYPICAL_MS = 15_000;

const START_SHARE = 0.06;

const MAX_SHARE = 0.95;

const STAGES = ['Studying your pet', 'Your portrait takes shape', 'Adding the finer strokes'];

/** Estimates the progress of a call of unknown length: steady, and complete only at its end. */
export class EstimatedProgress {
  private startedAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private partials = 0;

  constructor(private readonly onProgress: OnProgress) {}

  /** Starts an attempt, and withdraws the pictures of an earlier one. */
  start(): void {
    this.stop();
    if (this.partials > 0) this.onProgress(START_SHARE, STAGES[0]!, null);
    this.partials = 0;
    this.startedAt = Date.now();
    this.timer = setInterval(() => this.reportProgress(), INTERVAL_MS);
    this.reportProgress();
  }

  addPartial(picture: Uint8Array): void {
    this.partials++;
    this.reportProgress(picture);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private reportProgress(picture?: Uint8Array): void {
    const share = START_SHARE + (MAX_SHARE - START_SHARE) * (1 - Math.exp((this.startedAt - Date.now()) / TYPICAL_MS));
    this.onProgress(share, STAGES[Math.min(this.partials, STAGES.length - 1)]!, picture);
  }
}
