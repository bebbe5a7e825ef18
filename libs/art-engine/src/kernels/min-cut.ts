import { DIRECTIONS, GridFlow, TRACE } from './grid-flow.js';

/** A first-in, first-out queue of pixels. A pixel that is already queued keeps its place. */
class PixelQueue {
  private readonly pixels: Int32Array;
  private readonly waits: Uint8Array;
  private first = 0;
  private length = 0;

  /** @param count number of pixels of the picture */
  constructor(count: number) {
    this.pixels = new Int32Array(count);
    this.waits = new Uint8Array(count);
  }

  add(pixel: number): void {
    if (this.waits[pixel]) return;
    this.waits[pixel] = 1;
    let at = this.first + this.length++;
    if (at >= this.pixels.length) at -= this.pixels.length;
    this.pixels[at] = pixel;
  }

  /** −1 when the queue is empty. */
  takeNext(): number {
    if (this.length === 0) return -1;
    const pixel = this.pixels[this.first]!;
    this.waits[pixel] = 0;
    this.length--;
    if (++this.first === this.pixels.length) this.first = 0;
    return pixel;
  }
}

const FREE = 0;
const SUBJECT = 1;
const BACKGROUND = 2;
const NO_PARENT = -1;
const ROOT = -2;

/**
 * Minimum cut of a grid whose pixels are connected to a source (subject), a sink (background) and their eight
 * neighbours.
 * Sources: Y. Boykov, V. Kolmogorov, "An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization
 * in Vision", PAMI 2004 (two search trees grow towards each other; each path found is saturated; orphaned branches are
 * adopted again). P. Kohli, P. Torr, "Dynamic Graph Cuts for Efficient Inference in Markov Random Fields", PAMI 2007
 * (the flow of one cut is reused for the next).
 */
export class GridCut extends GridFlow {
  private readonly tree: Uint8Array;
  /** Direction of the parent, ROOT or NO_PARENT. */
  private readonly parent: Int8Array;
  /** Queues of the pixels where the trees may still grow. */
  private readonly active: PixelQueue;
  private readonly orphans: PixelQueue;
  /** Distance to the root as of the given time; it saves most walks to the root. */
  private readonly distance: Int32Array;
  private readonly knownAt: Int32Array;
  private time = 0;

  constructor(width: number, height: number) {
    super(width, height);
    this.tree = new Uint8Array(this.count);
    this.parent = new Int8Array(this.count);
    this.active = new PixelQueue(this.count);
    this.orphans = new PixelQueue(this.count);
    this.distance = new Int32Array(this.count);
    this.knownAt = new Int32Array(this.count);
  }

  /** 1 for pixels on the subject's side of the cut. */
  solve(): Uint8Array {
    this.fillShortestPaths();
    this.plant();
    for (let pixel = this.active.takeNext(); pixel >= 0; pixel = this.active.takeNext()) {
      while (this.tree[pixel] !== FREE) {
        const direction = this.grow(pixel);
        if (direction < 0) break;
        this.time++;
        this.augment(pixel, direction);
        this.adoptOrphans();
      }
    }
    const side = new Uint8Array(this.width * this.height);
    for (let y = 0, i = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++, i++) side[i] = this.tree[this.inner(x, y)] === SUBJECT ? 1 : 0;
    }
    return side;
  }

  /** Every pixel with residual capacity to a terminal starts a tree. */
  private plant(): void {
    this.tree.fill(FREE);
    this.parent.fill(NO_PARENT);
    this.knownAt.fill(0);
    this.time = 0;
    for (let i = 0; i < this.terminal.length; i++) {
      if (Math.abs(this.terminal[i]!) <= TRACE) continue;
      this.tree[i] = this.terminal[i]! > 0 ? SUBJECT : BACKGROUND;
      this.parent[i] = ROOT;
      this.distance[i] = 1;
      this.active.add(i);
    }
  }

  /** Adopts free neighbours into the tree. Returns the direction in which the other tree was met, or −1. */
  private grow(pixel: number): number {
    const { tree, room, offset, distance, knownAt } = this;
    const own = tree[pixel]!;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = pixel + offset[direction]!;
      // The direction is from the pixel in the subject's tree to the pixel in the background's tree.
      const way = own === SUBJECT ? pixel * DIRECTIONS + direction : other * DIRECTIONS + (direction ^ 1);
      if (room[way]! <= TRACE) continue;
      const met = tree[other]!;
      if (met === FREE) {
        tree[other] = own;
        this.attach(other, direction ^ 1, pixel);
        this.active.add(other);
      } else if (met !== own) return direction;
      else if (knownAt[other]! <= knownAt[pixel]! && distance[other]! > distance[pixel]!)
        this.attach(other, direction ^ 1, pixel);
    }
    return -1;
  }

  private attach(pixel: number, direction: number, parent: number): void {
    this.parent[pixel] = direction;
    this.knownAt[pixel] = this.knownAt[parent]!;
    this.distance[pixel] = this.distance[parent]! + 1;
  }

  /** Saturates the path source → … → pixel → neighbour → … → sink by its smallest residual capacity. */
  private augment(pixel: number, direction: number): void {
    const other = pixel + this.offset[direction]!;
    const forward = this.tree[pixel] === SUBJECT;
    const from = forward ? pixel : other;
    const to = forward ? other : pixel;
    const along = forward ? direction : direction ^ 1;
    const between = from * DIRECTIONS + along;
    const flow = Math.min(this.room[between]!, this.narrowest(from, SUBJECT), this.narrowest(to, BACKGROUND));
    this.room[between]! -= flow;
    this.room[to * DIRECTIONS + (along ^ 1)]! += flow;
    this.push(from, SUBJECT, flow);
    this.push(to, BACKGROUND, flow);
  }

  private narrowest(start: number, tree: number): number {
    const { parent, room, offset } = this;
    let narrowest = Infinity;
    let pixel = start;
    for (let up = parent[pixel]!; up !== ROOT; up = parent[pixel]!) {
      const next = pixel + offset[up]!;
      const left = room[tree === SUBJECT ? next * DIRECTIONS + (up ^ 1) : pixel * DIRECTIONS + up]!;
      if (left < narrowest) narrowest = left;
      pixel = next;
    }
    return Math.min(narrowest, Math.abs(this.terminal[pixel]!));
  }

  private push(start: number, tree: number, flow: number): void {
    const { parent, room, offset } = this;
    let pixel = start;
    for (let up = parent[pixel]!; up !== ROOT; up = parent[pixel]!) {
      const next = pixel + offset[up]!;
      const down = next * DIRECTIONS + (up ^ 1);
      const back = pixel * DIRECTIONS + up;
      const used = tree === SUBJECT ? down : back;
      const freed = tree === SUBJECT ? back : down;
      room[used]! -= flow;
      room[freed]! += flow;
      if (room[used]! <= TRACE) this.orphan(pixel);
      pixel = next;
    }
    this.terminal[pixel]! += tree === SUBJECT ? -flow : flow;
    if (Math.abs(this.terminal[pixel]!) <= TRACE) this.orphan(pixel);
  }

  private orphan(pixel: number): void {
    this.parent[pixel] = NO_PARENT;
    this.orphans.add(pixel);
  }

  private adoptOrphans(): void {
    for (let pixel = this.orphans.takeNext(); pixel >= 0; pixel = this.orphans.takeNext()) {
      const direction = this.nearestParent(pixel);
      if (direction < 0) this.release(pixel);
      else this.adopt(pixel, direction);
    }
  }

  private adopt(pixel: number, direction: number): void {
    this.parent[pixel] = direction;
    this.knownAt[pixel] = this.time;
    this.distance[pixel] = this.distance[pixel + this.offset[direction]!]! + 1;
  }

  /** Direction of the neighbour in the same tree that is nearest to the root, or −1. */
  private nearestParent(pixel: number): number {
    const { tree, room, offset } = this;
    const own = tree[pixel]!;
    let best = -1;
    let bestDistance = Infinity;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = pixel + offset[direction]!;
      if (tree[other] !== own) continue;
      if (room[own === SUBJECT ? other * DIRECTIONS + (direction ^ 1) : pixel * DIRECTIONS + direction]! <= TRACE)
        continue;
      const distance = this.distanceToRoot(other);
      if (distance >= bestDistance) continue;
      best = direction;
      bestDistance = distance;
    }
    return best;
  }

  /**
   * Walks up to the root or to a pixel with a current distance, and stores the distances. Returns Infinity where the
   * walk ends at an orphan.
   */
  private distanceToRoot(start: number): number {
    const { parent, offset, knownAt, distance, time } = this;
    let steps = 0;
    let pixel = start;
    while (knownAt[pixel] !== time && parent[pixel]! >= 0) {
      pixel += offset[parent[pixel]!]!;
      steps++;
    }
    if (parent[pixel] === NO_PARENT) return Infinity;
    if (parent[pixel] === ROOT) {
      knownAt[pixel] = time;
      distance[pixel] = 1;
    }
    const total = distance[pixel]! + steps;
    for (let at = start, left = total; at !== pixel; at += offset[parent[at]!]!, left--) {
      knownAt[at] = time;
      distance[at] = left;
    }
    return total;
  }

  private release(pixel: number): void {
    const { tree, room, parent, offset } = this;
    const own = tree[pixel]!;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const other = pixel + offset[direction]!;
      if (tree[other] !== own) continue;
      if (room[own === SUBJECT ? other * DIRECTIONS + (direction ^ 1) : pixel * DIRECTIONS + direction]! > TRACE)
        this.active.add(other);
      if (parent[other] === (direction ^ 1)) this.orphan(other);
    }
    tree[pixel] = FREE;
  }
}
