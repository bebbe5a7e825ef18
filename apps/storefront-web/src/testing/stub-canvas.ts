import type { Pixels } from './photo-pixels.js';

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
