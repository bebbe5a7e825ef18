const realImage = globalThis.Image;

/** jsdom loads no pictures: `new Image()` gives one of this size at once, or fails where it is null. */
export function stubImage(size: { width: number; height: number } | null): void {
  globalThis.Image = class {
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    naturalWidth = size?.width ?? 0;
    naturalHeight = size?.height ?? 0;
    set src(_address: string) {
      queueMicrotask(() => (size ? this.onload?.() : this.onerror?.()));
    }
  } as unknown as typeof Image;
}

export function restoreImage(): void {
  globalThis.Image = realImage;
}
