const realImage = globalThis.Image;

interface PictureSize {
  width: number;
  height: number;
}

/**
 * jsdom loads no pictures: makes `new Image()` load with this size, or with the size for its address. Null makes it
 * fail.
 */
export function stubImage(given: PictureSize | null | ((address: string) => PictureSize | null)): void {
  globalThis.Image = class {
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    naturalWidth = 0;
    naturalHeight = 0;
    #address = '';
    get src(): string {
      return this.#address;
    }
    set src(address: string) {
      this.#address = address;
      const size = typeof given === 'function' ? given(address) : given;
      queueMicrotask(() => {
        this.naturalWidth = size?.width ?? 0;
        this.naturalHeight = size?.height ?? 0;
        if (size) this.onload?.();
        else this.onerror?.();
      });
    }
  } as unknown as typeof Image;
}

export function restoreImage(): void {
  globalThis.Image = realImage;
}
