import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { petPhoto, type PhotoFile } from './pet-photo.ts';

let photo: Promise<PhotoFile> | undefined;
/** The same photo in every test. */
export const getPhoto = (): Promise<PhotoFile> => (photo ??= petPhoto());

export const fileInput = (page: Page): Locator => page.locator('input[type=file]');
export const generateButton = (page: Page): Locator => page.getByRole('button', { name: 'Generate Art', exact: true });

/** A style's preview is there; a busy studio answers 503 for a while. */
export const waitForPreview = (request: APIRequestContext, address: string): Promise<void> =>
  expect.poll(async () => (await request.get(address)).status(), { timeout: 60_000 }).toBe(200);

/** As far as the style step, with the photo itself in place of the four previews, which take seconds to draw. */
export async function openStyleStep(page: Page): Promise<void> {
  const { buffer: body } = await getPhoto();
  await page.route('**/api/uploads/*/previews/*', (route) => route.fulfill({ contentType: 'image/jpeg', body }));
  await page.goto('/create');
  await fileInput(page).setInputFiles(await getPhoto());
  await generateButton(page).waitFor();
}
