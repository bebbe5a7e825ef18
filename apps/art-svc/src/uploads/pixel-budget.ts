interface QueuedPicture {
  readonly pixels: number;
  admit(): void;
}

/**
 * Limits the total number of pixels that are processed at a time. Pictures start in order; one that is larger than
 * the whole budget runs alone.
 */
export class PixelBudget {
  private readonly queue: QueuedPicture[] = [];
  private usedPixels = 0;
  private readonly maxPixels: number;

  constructor(most: number) {
    this.maxPixels = most;
  }

  async runWithin<T>(pixels: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.queue.push({ pixels, admit: enter });
      this.admitNext();
    });
    try {
      return await work();
    } finally {
      this.usedPixels -= pixels;
      this.admitNext();
    }
  }

  /** Strictly in order, so small pictures never keep a large one waiting. */
  private admitNext(): void {
    for (
      let next = this.queue[0];
      next && (this.usedPixels === 0 || this.usedPixels + next.pixels <= this.maxPixels);
      next = this.queue[0]
    ) {
      this.queue.shift();
      this.usedPixels += next.pixels;
      next.admit();
    }
  }
}
