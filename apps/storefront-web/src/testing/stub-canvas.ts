import type { Pixels } from './photo-pixels.js';

const realGetContext = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext');

/**
 * jsdom has no canvas: pictures that are drawn on one have these pixels, by the address of the picture. `put` lists what is
 * displayed.
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
  Object.assign(HTMLCanvasElement.prototype, { getContext });
  return { put };
}

export function restoreCanvas(): void {
  if (realGetContext) Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', realGetContext);
}
