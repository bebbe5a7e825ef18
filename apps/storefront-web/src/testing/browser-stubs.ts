import { jest } from '@jest/globals';
import { act } from '@testing-library/react';
import type { Pixels } from './photo-pixels.js';

/** Replaces the browser's EventSource; tests emit events through it. */
export class EventSourceStub extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static opened: EventSourceStub[] = [];
  readyState = 1;

  constructor(readonly url: string) {
    super();
    EventSourceStub.opened.push(this);
  }

  close(): void {
    this.readyState = EventSourceStub.CLOSED;
  }

  /** The server accepts the stream. */
  connect(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** Delivers an event, unless the stream is closed. */
  emit(type: string, content: unknown = {}): void {
    if (this.readyState === EventSourceStub.CLOSED) return;
    this.dispatchEvent(
      new MessageEvent(type, { data: typeof content === 'string' ? content : JSON.stringify(content) }),
    );
  }

  /** The connection breaks; browsers reconnect automatically. */
  disconnect(): void {
    this.readyState = EventSourceStub.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }

  /** The server answers with an error status; browsers do not reconnect. */
  reject(): void {
    this.readyState = EventSourceStub.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

export function stubEventSource(): typeof EventSourceStub {
  EventSourceStub.opened = [];
  Object.assign(globalThis, { EventSource: EventSourceStub });
  return EventSourceStub;
}

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

interface StubbedPhoto {
  /** Size of the original photo. */
  widthPx: number;
  heightPx: number;
  /** Pixels of the browser's small copy. */
  pixels: Pixels;
}

/** jsdom decodes no pictures: makes every JPEG decode to this photo. Null makes decoding fail. */
export function stubPhoto(photo: StubbedPhoto | null): void {
  stubImage(photo && { width: photo.widthPx, height: photo.heightPx });
  const copy = photo?.pixels;
  Object.assign(globalThis, {
    OffscreenCanvas: class {
      getContext() {
        return { drawImage: () => undefined, getImageData: () => copy };
      }
    },
  });
}

export function restorePhoto(): void {
  restoreImage();
  Object.assign(globalThis, { OffscreenCanvas: undefined });
}

/** jsdom has no PointerEvent. */
export function stubPointerEvent(): void {
  globalThis.PointerEvent ??= class extends MouseEvent {
    readonly pointerId: number;

    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init);
      this.pointerId = init.pointerId ?? 0;
    }
  } as unknown as typeof PointerEvent;
}

const realGetContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext');

/**
 * jsdom has no canvas: pictures that are drawn on one have these pixels, by the address of the picture. `put` lists what is
 * displayed. An encoded picture has its alpha channel as bytes.
 */
export function stubCanvas(getPixels: (address: string) => Pixels) {
  const put: Uint8ClampedArray[] = [];
  const getContext = () => {
    let address = '';
    return {
      drawImage: (image: HTMLImageElement) => void (address = image.src),
      getImageData: () => getPixels(address),
      createImageData: (width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4) }),
      putImageData: ({ data }: ImageData) => void put.push(data),
    };
  };
  const toBlob = (onEncoded: (png: Blob) => void): void => {
    const alpha = put.at(-1)?.filter((_, i) => i % 4 === 3) ?? [];
    onEncoded(new Blob([Uint8Array.from(alpha)], { type: 'image/png' }));
  };
  Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob });
  return { put };
}

export function restoreCanvas(): void {
  if (realGetContext) Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', realGetContext);
}

/** The tab goes to the background or comes to the front. `jest.restoreAllMocks` undoes it. */
export function setVisibility(visibilityState: DocumentVisibilityState): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState);
  // Bubbles as in browsers: TanStack Query listens on the window.
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}

/**
 * Mocks `navigateToUrl`, because jsdom cannot navigate. Await this before any module that imports a page, and import that
 * module dynamically.
 */
export async function mockNavigateToUrl() {
  const kit = await import('@shop/web-kit');
  const navigateToUrl = jest.fn<(address: string) => void>();
  jest.unstable_mockModule('@shop/web-kit', () => ({ ...kit, navigateToUrl }));
  return navigateToUrl;
}
