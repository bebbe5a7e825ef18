interface Waiting {
  readonly pixels: number;
  enter(): void;
}

/** Lets in as many pictures at a time as have so many pixels together, one after another; a larger one waits until it is alone. */
export class PixelRoom {
  private readonly waiting: Waiting[] = [];
  private taken = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  async within<T>(pixels: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.waiting.push({ pixels, enter });
      this.letIn();
    });
    try {
      return await work();
    } finally {
      this.taken -= pixels;
      this.letIn();
    }
  }

  /** In turn: many small ones never keep a large one out. */
  private letIn(): void {
    for (
      let next = this.waiting[0];
      next && (this.taken === 0 || this.taken + next.pixels <= this.most);
      next = this.waiting[0]
    ) {
      this.waiting.shift();
      this.taken += next.pixels;
      next.enter();
    }
  }
}
