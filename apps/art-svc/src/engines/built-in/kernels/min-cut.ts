/**
 * Minimum cut of a grid whose pixels hang on a source (subject) and a sink (background) and on their eight neighbours.
 * Source: Y. Boykov, V. Kolmogorov, "An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization in Vision", PAMI 2004
 * (two search trees that grow towards each other; a path found is filled; cut-off branches are adopted again).
 */
export const DX = [1, -1, 0, 0, 1, -1, 1, -1] as const;
export const DY = [0, 0, 1, -1, 1, -1, -1, 1] as const;
/** Directions come in pairs: the opposite of d is d ^ 1. */
export const DIRECTIONS = 8;

const FREE = 0;
const SUBJECT = 1;
const BACKGROUND = 2;
const NO_PARENT = -1;
const ROOT = -2;

export class GridCut {
  private readonly count: number;
  /** Room left from pixel i in direction d: [i * 8 + d]. */
  private readonly room: Float32Array;
  /** Room left to the terminals: positive from the source, negative to the sink. */
  private readonly terminal: Float32Array;
  private readonly tree: Uint8Array;
  /** Direction in which the parent lies, ROOT or NO_PARENT. */
  private readonly parent: Int8Array;
  private readonly queue: number[] = [];
  private readonly queued: Uint8Array;
  private orphans: number[] = [];
  /** Steps to the root, as known at the given time: spares most walks to the root. */
  private readonly distance: Int32Array;
  private readonly knownAt: Int32Array;
  private time = 0;

  /** Pixels are kept with a frame of one around them that is bound to nothing, so that no step has to look for the edge. */
  private readonly width: number;
  private readonly height: number;
  private readonly stride: number;
  private readonly offset: Int32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.stride = width + 2;
    this.offset = Int32Array.from({ length: DIRECTIONS }, (_, d) => DY[d]! * this.stride + DX[d]!);
    this.count = this.stride * (height + 2);
    this.room = new Float32Array(this.count * DIRECTIONS);
    this.terminal = new Float32Array(this.count);
    this.tree = new Uint8Array(this.count);
    this.parent = new Int8Array(this.count).fill(NO_PARENT);
    this.queued = new Uint8Array(this.count);
    this.distance = new Int32Array(this.count);
    this.knownAt = new Int32Array(this.count);
  }

  private inner(x: number, y: number): number {
    return (y + 1) * this.stride + x + 1;
  }

  /** `cost`: what it costs to call the pixel background (positive) or subject (negative), the smaller of both taken off. */
  hang(x: number, y: number, cost: number): void {
    this.terminal[this.inner(x, y)] = cost;
  }

  /** What it costs to part the pixel from its neighbour in an even direction (right, down, right-down, right-up), both ways. */
  bind(x: number, y: number, direction: number, cost: number): void {
    const pixel = this.inner(x, y);
    this.room[pixel * DIRECTIONS + direction] = cost;
    this.room[this.neighbour(pixel, direction) * DIRECTIONS + (direction ^ 1)] = cost;
  }

  private neighbour(pixel: number, direction: number): number {
    return pixel + this.offset[direction]!;
  }

  /** 1 where the pixel is on the subject's side of the cut. */
  solve(): Uint8Array {
    for (let i = 0; i < this.count; i++) {
      if (this.terminal[i] === 0) continue;
      this.tree[i] = this.terminal[i]! > 0 ? SUBJECT : BACKGROUND;
      this.parent[i] = ROOT;
      this.distance[i] = 1;
      this.activate(i);
    }
    for (let head = 0; head < this.queue.length; head++) {
      const pixel = this.queue[head]!;
      this.queued[pixel] = 0;
      while (this.tree[pixel] !== FREE) {
        const direction = this.grow(pixel);
        if (direction < 0) break;
        this.time++;
        this.augment(pixel, direction);
        this.adoptOrphans();
      }
      if (head > 1 << 16) head -= this.queue.splice(0, head).length;
    }
    const side = new Uint8Array(this.width * this.height);
    for (let i = 0; i < side.length; i++) {
      side[i] = this.tree[this.inner(i % this.width, Math.floor(i / this.width))] === SUBJECT ? 1 : 0;
    }
    return side;
  }

  private activate(pixel: number): void {
    if (this.queued[pixel]) return;
    this.queued[pixel] = 1;
    this.queue.push(pixel);
  }

  /** Room from `pixel` towards the sink side when it is in the subject's tree, towards it when in the background's. */
  private roomFrom(pixel: number, direction: number, tree: number): number {
    if (tree === SUBJECT) return this.room[pixel * DIRECTIONS + direction]!;
    return this.room[this.neighbour(pixel, direction) * DIRECTIONS + (direction ^ 1)]!;
  }

  /** Takes free neighbours into the tree; the direction in which the other tree was met, or −1. */
  private grow(pixel: number): number {
    const tree = this.tree[pixel]!;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = this.neighbour(pixel, direction);
      if (this.roomFrom(pixel, direction, tree) <= 0) continue;
      if (this.tree[other] === FREE) {
        this.tree[other] = tree;
        this.attach(other, direction ^ 1, pixel);
        this.activate(other);
      } else if (this.tree[other] !== tree) return direction;
      else if (this.knownAt[other]! <= this.knownAt[pixel]! && this.distance[other]! > this.distance[pixel]!) this.attach(other, direction ^ 1, pixel);
    }
    return -1;
  }

  private attach(pixel: number, direction: number, parent: number): void {
    this.parent[pixel] = direction;
    this.knownAt[pixel] = this.knownAt[parent]!;
    this.distance[pixel] = this.distance[parent]! + 1;
  }

  /** Fills the path source → … → pixel → neighbour → … → sink up to its narrowest place. */
  private augment(pixel: number, direction: number): void {
    const other = this.neighbour(pixel, direction);
    const forward = this.tree[pixel] === SUBJECT;
    const from = forward ? pixel : other;
    const to = forward ? other : pixel;
    const along = forward ? direction : direction ^ 1;
    const flow = Math.min(this.room[from * DIRECTIONS + along]!, this.narrowest(from, SUBJECT), this.narrowest(to, BACKGROUND));
    this.room[from * DIRECTIONS + along]! -= flow;
    this.room[to * DIRECTIONS + (along ^ 1)]! += flow;
    this.push(from, SUBJECT, flow);
    this.push(to, BACKGROUND, flow);
  }

  private narrowest(start: number, tree: number): number {
    let narrowest = Infinity;
    let pixel = start;
    while (this.parent[pixel] !== ROOT) {
      const up = this.parent[pixel]!;
      const next = this.neighbour(pixel, up);
      const room = tree === SUBJECT ? this.room[next * DIRECTIONS + (up ^ 1)]! : this.room[pixel * DIRECTIONS + up]!;
      narrowest = Math.min(narrowest, room);
      pixel = next;
    }
    return Math.min(narrowest, Math.abs(this.terminal[pixel]!));
  }

  private push(start: number, tree: number, flow: number): void {
    let pixel = start;
    while (this.parent[pixel] !== ROOT) {
      const up = this.parent[pixel]!;
      const next = this.neighbour(pixel, up);
      const down = next * DIRECTIONS + (up ^ 1);
      const back = pixel * DIRECTIONS + up;
      this.room[down]! += tree === SUBJECT ? -flow : flow;
      this.room[back]! += tree === SUBJECT ? flow : -flow;
      if ((tree === SUBJECT ? this.room[down]! : this.room[back]!) <= 1e-6) this.orphan(pixel);
      pixel = next;
    }
    this.terminal[pixel]! += tree === SUBJECT ? -flow : flow;
    if (Math.abs(this.terminal[pixel]!) <= 1e-6) {
      this.terminal[pixel] = 0;
      this.orphan(pixel);
    }
  }

  private orphan(pixel: number): void {
    this.parent[pixel] = NO_PARENT;
    this.orphans.push(pixel);
  }

  private adoptOrphans(): void {
    for (let head = 0; head < this.orphans.length; head++) {
      const pixel = this.orphans[head]!;
      const tree = this.tree[pixel]!;
      const direction = this.nearestParent(pixel, tree);
      if (direction < 0) this.release(pixel, tree);
      else this.adopt(pixel, direction);
    }
    this.orphans = [];
  }

  private adopt(pixel: number, direction: number): void {
    this.parent[pixel] = direction;
    this.knownAt[pixel] = this.time;
    this.distance[pixel] = this.distance[this.neighbour(pixel, direction)]! + 1;
  }

  /** Direction of the neighbour in the same tree that is nearest to the root, or −1. */
  private nearestParent(pixel: number, tree: number): number {
    let best = -1;
    let bestDistance = Infinity;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = this.neighbour(pixel, direction);
      if (this.tree[other] !== tree || this.roomFrom(other, direction ^ 1, tree) <= 1e-6) continue;
      const distance = this.distanceToRoot(other);
      if (distance < bestDistance) [best, bestDistance] = [direction, distance];
    }
    return best;
  }

  /** Walks up until the root or a pixel whose distance is known for now, and notes what it learned; Infinity where the walk ends at an orphan. */
  private distanceToRoot(start: number): number {
    let steps = 0;
    let pixel = start;
    while (this.knownAt[pixel] !== this.time && this.parent[pixel]! >= 0) {
      pixel = this.neighbour(pixel, this.parent[pixel]!);
      steps++;
    }
    if (this.parent[pixel] === NO_PARENT) return Infinity;
    if (this.parent[pixel] === ROOT) [this.knownAt[pixel], this.distance[pixel]] = [this.time, 1];
    const total = this.distance[pixel]! + steps;
    for (let at = start, left = total; at !== pixel; at = this.neighbour(at, this.parent[at]!), left--) {
      this.knownAt[at] = this.time;
      this.distance[at] = left;
    }
    return total;
  }

  private release(pixel: number, tree: number): void {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = this.neighbour(pixel, direction);
      if (this.tree[other] !== tree) continue;
      if (this.roomFrom(other, direction ^ 1, tree) > 1e-6) this.activate(other);
      if (this.parent[other] === (direction ^ 1)) this.orphan(other);
    }
    this.tree[pixel] = FREE;
  }
}
