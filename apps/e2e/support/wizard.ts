import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { petPhoto, type PhotoFile } from './pet-photo.ts';
import type { Drawing } from './screens.ts';

let photo: Promise<PhotoFile> | undefined;
/** The same photo in every test. */
export const onePhoto = (): Promise<PhotoFile> => (photo ??= petPhoto());

export const fileInput = (page: Page): Locator => page.locator('input[type=file]');
export const styleRadio = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true });
export const generateButton = (page: Page): Locator => page.getByRole('button', { name: 'Generate Art', exact: true });
export const currentStep = (page: Page): Locator =>
  page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');

/** A style's preview is there; a shop that has more to draw asks for some patience. */
export const previewDrawn = (request: APIRequestContext, address: string): Promise<void> =>
  expect.poll(async () => (await request.get(address)).status(), { timeout: 60_000 }).toBe(200);

/** As far as the style step. Its four previews are not what these tests are about, and drawing them takes the machine seconds. */
export async function openStyleStep(page: Page): Promise<void> {
  const { buffer: body } = await onePhoto();
  await page.route('**/api/uploads/*/previews/*', (route) => route.fulfill({ contentType: 'image/jpeg', body }));
  await page.goto('/create');
  await fileInput(page).setInputFiles(await onePhoto());
  await generateButton(page).waitFor();
}

/** Noise can't be compressed: a JPEG of more than 10 MB. */
export async function hugePhoto(): Promise<PhotoFile> {
  const noise = sharp({
    create: {
      width: 2800,
      height: 2100,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 70 },
    },
  });
  return {
    name: 'huge.jpg',
    mimeType: 'image/jpeg',
    buffer: await noise.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  };
}

/** 51 megapixels of one colour: many pixels in few bytes. */
export const manyPixels = (): Promise<Buffer> =>
  sharp({ create: { width: 8500, height: 6000, channels: 3, background: '#c96' } })
    .jpeg()
    .toBuffer();

/** Drops files onto what is shown, as from a file manager. */
export async function dropFiles(target: Locator, files: readonly PhotoFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  const dataTransfer = await target.page().evaluateHandle((dropped) => {
    const { DataTransfer } = globalThis as unknown as {
      DataTransfer: new () => { items: { add: (file: File) => void } };
    };
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, given);
  await target.dispatchEvent('drop', { dataTransfer });
}

/** What `POST /api/generate` answered when the artwork was drawn. */
export const generationOf = ({ imageId, imageUrl }: Drawing) => ({
  id: crypto.randomUUID(),
  outputImageId: imageId,
  outputImage: { id: imageId, url: imageUrl },
});

export interface ShownProgress {
  percent: number;
  stage: string;
}

/** What the bar of a drawing shows from now on and the words below it, each once, in order. */
export async function watchProgress(page: Page): Promise<() => Promise<ShownProgress[]>> {
  await page.evaluate(`new MutationObserver(() => {
    const bar = document.querySelector('[role=progressbar][aria-label="Progress of your artwork"]');
    if (!bar) return;
    const shown = { percent: Number(bar.getAttribute('aria-valuenow')), stage: bar.parentElement.querySelector('[aria-live]').textContent };
    const last = window.shownProgress.at(-1);
    if (last?.percent !== shown.percent || last.stage !== shown.stage) window.shownProgress.push(shown);
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }, (window.shownProgress = []))`);
  return () => page.evaluate<ShownProgress[]>('window.shownProgress');
}
