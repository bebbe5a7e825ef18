import type { OnProgress } from '../image-engine.js';

const TICK_MS = 500;

/** The provider says nothing between its pictures, so time does: two thirds of the way after this long, ever slower after it. */
const USUAL_MS = 15_000;

const BEGIN = 0.06;
const END = 0.95;

const STAGES = ['Studying your pet', 'Your portrait takes shape', 'Adding the finer strokes'];

/** Progress of a call whose end nobody knows: steady, never done before it is done. */
export class SteadyProgress {
  private begunAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private partials = 0;

  constructor(private readonly onProgress: OnProgress) {}

  /** Also for a second attempt: what the first one showed is taken back. */
  begin(): void {
    this.end();
    if (this.partials > 0) this.onProgress(BEGIN, STAGES[0]!, null);
    this.partials = 0;
    this.begunAt = Date.now();
    this.timer = setInterval(() => this.tell(), TICK_MS);
    this.tell();
  }

  partial(picture: Uint8Array): void {
    this.partials++;
    this.tell(picture);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private tell(picture?: Uint8Array): void {
    const share = BEGIN + (END - BEGIN) * (1 - Math.exp((this.begunAt - Date.now()) / USUAL_MS));
    this.onProgress(share, STAGES[Math.min(this.partials, STAGES.length - 1)]!, picture);
  }
}
