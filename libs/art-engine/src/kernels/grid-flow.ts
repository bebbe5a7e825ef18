/**
 * The residual capacities of a grid graph. Each pixel is connected to a source (subject), a sink (background) and its
 * eight neighbours. A border of one unconnected pixel saves the check for the edge.
 */
export const DX = [1, -1, 0, 0, 1, -1, 1, -1] as const;
export const DY = [0, 0, 1, -1, 1, -1, -1, 1] as const;
/** Directions come in pairs: the opposite of d is d ^ 1. */
export const DIRECTIONS = 8;

/** Residual capacities below this count as zero: sums of floats leave such errors. */
export const TRACE = 1e-5;

export class GridFlow {
  /** Residual capacity of pixel i in direction d: [i * 8 + d]. */
  protected readonly room: Float32Array;
  /** Residual capacity to the terminals: positive from the source, negative to the sink. */
  protected readonly terminal: Float32Array;
  /** The terminal capacity that each pixel was given. */
  private readonly costs: Float32Array;
  /** Index offset from a pixel to its neighbour in each direction. */
  protected readonly offset: Int32Array;
  protected readonly count: number;
  protected readonly width: number;
  protected readonly height: number;
  private readonly stride: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.stride = width + 2;
    this.count = this.stride * (height + 2);
    this.offset = Int32Array.from({ length: DIRECTIONS }, (_, d) => DY[d]! * this.stride + DX[d]!);
    this.room = new Float32Array(this.count * DIRECTIONS);
    this.terminal = new Float32Array(this.count);
    this.costs = new Float32Array(this.count);
  }

  protected inner(x: number, y: number): number {
    return (y + 1) * this.stride + x + 1;
  }

  /**
   * `cost`: the cost of labelling the pixel background (positive) or subject (negative), minus the smaller of both. It
   * may change after a cut.
   */
  hang(x: number, y: number, cost: number): void {
    const pixel = this.inner(x, y);
    const before = this.costs[pixel]!;
    this.costs[pixel] = cost;
    this.terminal[pixel]! += this.costs[pixel] - before;
  }

  /**
   * The cost of a cut between the pixel and its neighbour in an even direction (right, down, right-down, right-up), in
   * both directions. Set before the first cut.
   */
  bind(x: number, y: number, direction: number, cost: number): void {
    const pixel = this.inner(x, y);
    this.room[pixel * DIRECTIONS + direction] = cost;
    this.room[(pixel + this.offset[direction]!) * DIRECTIONS + (direction ^ 1)] = cost;
  }

  /** The shortest paths, source → pixel → neighbour → sink, are the most frequent ones and need no search. */
  protected fillShortestPaths(): void {
    for (let pixel = 0; pixel < this.count; pixel++) if (this.terminal[pixel]! > TRACE) this.spill(pixel);
  }

  private spill(pixel: number): void {
    const { terminal, room, offset } = this;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = pixel + offset[direction]!;
      const way = pixel * DIRECTIONS + direction;
      const flow = Math.min(terminal[pixel]!, -terminal[other]!, room[way]!);
      if (flow <= 0) continue;
      terminal[pixel]! -= flow;
      terminal[other]! += flow;
      room[way]! -= flow;
      room[other * DIRECTIONS + (direction ^ 1)]! += flow;
    }
  }
}
