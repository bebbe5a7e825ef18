import { jest } from '@jest/globals';
import type { ArtworkDetails } from '@shop/contracts-art';
import { stubApi } from '@shop/web-testing';
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { aCart, aCartItem, aProduct, aVariant } from './builders.js';
import { resetBrowser, openShop } from './open-shop.js';
import { restoreImage, stubPointerEvent } from './browser-stubs.js';

stubPointerEvent();

export const IMAGE_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
export const ADDRESS = `/customize?imageId=${IMAGE_ID}&imageUrl=%2Fmedia%2F${IMAGE_ID}`;

export const tee = aProduct({ title: 'Classic T-Shirt', basePrice: '24.00' });
export const tag = aProduct({
  title: 'Round Tag',
  category: 'pet-tag',
  basePrice: '12.00',
  printArea: { widthPx: 300, heightPx: 300, shape: 'round' },
});
const xl = aVariant({ productId: tee.id, name: '2XL', priceModifier: '2.00' });
const sand = aVariant({
  productId: tee.id,
  type: 'color',
  name: 'Sand',
  colorHex: '#d8c4a3',
  imageUrl: '/pictures/tshirt-sand.svg',
});

const ARTWORK = { width: 1000, height: 500, isRedrawnForPrint: false, detail: { widthPx: 1000, isFlat: false } };

export const answers = () => ({
  'GET /api/user': { status: 401, text: 'Not signed in' },
  'GET /api/products': { json: [tee, tag] },
  [`GET /api/products/${tee.id}/variants`]: { json: [xl, sand] },
  [`GET /api/products/${tag.id}/variants`]: { json: [] },
  [`GET /api/artworks/${IMAGE_ID}`]: { json: { id: IMAGE_ID, ...ARTWORK } },
  'POST /api/cart': { json: aCart(aCartItem()) },
});

export const chooseOption = async (user: ReturnType<typeof openShop>['user'], name: RegExp | string) =>
  user.click(await screen.findByRole('radio', { name }));
export const slide = (label: string, value: number) =>
  fireEvent.change(screen.getByRole('slider', { name: label }), { target: { value } });
export const numberInput = (label: string) => screen.getByRole('spinbutton', { name: `${label}, as a number` });
export const printArea = () => document.querySelector<HTMLElement>('[data-print-area]')!;
export const artwork = () => printArea().querySelector('img')!;
export const artworkHandle = () => screen.getByRole('application');
export const onProduct = (name: string) => screen.findByRole('img', { name: `Your artwork on ${name}` });

/** Opens /customize with the artwork on the T-shirt. */
export async function openCustomizeWithTee(Page?: ComponentType, details: Omit<ArtworkDetails, 'id'> | null = ARTWORK) {
  stubApi({
    ...answers(),
    [`GET /api/artworks/${IMAGE_ID}`]: details
      ? { json: { id: IMAGE_ID, ...details } }
      : { status: 503, text: 'The art studio is away.' },
  });
  const { user } = openShop(ADDRESS, Page);
  await chooseOption(user, /Classic T-Shirt/);
  await onProduct('Classic T-Shirt');
  return user;
}

let rectMock: jest.SpiedFunction<Element['getBoundingClientRect']> | undefined;

/** Places the print area at the window's corner, 200 × 240 px large. */
export function mockPrintAreaRect(): void {
  rectMock = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 240));
}

/** Simulates one finger on the artwork. */
export const createFinger = (pointerId = 1) => {
  const at = (clientX: number, clientY: number) => ({ pointerId, button: 0, clientX, clientY });
  return {
    press: (x: number, y: number) => fireEvent.pointerDown(artworkHandle(), at(x, y)),
    move: (x: number, y: number) => fireEvent.pointerMove(artworkHandle(), at(x, y)),
    lift: () => fireEvent.pointerUp(artworkHandle(), at(0, 0)),
  };
};

export function resetCustomize(): void {
  rectMock?.mockRestore();
  restoreImage();
  resetBrowser();
}
