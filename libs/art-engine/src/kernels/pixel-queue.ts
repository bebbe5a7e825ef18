/** A first-in, first-out queue of pixels. A pixel that is already queued keeps its place. */
export class PixelQueue {
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
