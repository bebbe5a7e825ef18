import { stubApi, type StubbedResponse } from '@shop/web-testing';
import { saveDraft } from '../draft.js';
import { EMPTY_WIZARD, type WizardState } from '../wizard/wizard-state.js';
import { aStyle } from './builders.js';
import { openShop } from './open-shop.js';
import type { Pixels } from './photo-pixels.js';
import { restoreCanvas, restoreImage, stubCanvas, stubImage, stubPointerEvent } from './browser-stubs.js';

stubPointerEvent();

export const PHOTO_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
export const AUTOMATIC_ID = '7a0c1f5e-0f2e-4f6b-8d55-0f0f6a1b2c3d';
export const PHOTO = { id: PHOTO_ID, url: `/media/${PHOTO_ID}`, width: 40, height: 20 };
export const SIZE = { width: 40, height: 20 };

/** A dark photo with a red ball at the right; the left half is the pet. */
const photoPixels: Pixels = {
  ...SIZE,
  data: Uint8ClampedArray.from({ length: 40 * 20 * 4 }, (_, i) => {
    const x = Math.floor(i / 4) % 40;
    return i % 4 === 3 || (x >= 30 && i % 4 === 0) ? 255 : 30;
  }),
};
const maskPixels: Pixels = {
  ...SIZE,
  data: Uint8ClampedArray.from({ length: 40 * 20 * 4 }, (_, i) => (Math.floor(i / 4) % 40 < 20 ? 255 : 0)),
};

/** Answer of `GET /api/uploads/:id/cut-out`. */
export const aCutOut = (given: object = {}, uploadId = PHOTO_ID) => ({
  id: AUTOMATIC_ID,
  maskUrl: `/api/uploads/${uploadId}/cut-outs/${AUTOMATIC_ID}`,
  ...SIZE,
  source: 'network',
  hasSubject: true,
  ...given,
});

/** Photos and masks load, and a canvas draws them. */
export function stubPictures() {
  stubImage(SIZE);
  return stubCanvas((address) => (address.includes('/cut-outs/') ? maskPixels : photoPixels));
}

export function restorePictures(): void {
  restoreImage();
  restoreCanvas();
}

/** Opens the style step with an uploaded photo. */
export function openStyleStep(responses: Record<string, StubbedResponse> = {}, given: Partial<WizardState> = {}) {
  saveDraft('wizard', { ...EMPTY_WIZARD, photo: PHOTO, ...given });
  const api = stubApi({
    'GET /api/styles': { json: [aStyle('modern')] },
    [`GET /api/uploads/${PHOTO_ID}/cut-out`]: { json: aCutOut() },
    ...responses,
  });
  return { api, ...openShop('/create') };
}
