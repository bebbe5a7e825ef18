import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { petPhoto, type PhotoFile } from './pet-photo.ts';

let photo: Promise<PhotoFile> | undefined;
/** The same photo in every test. */
export const getPhoto = (): Promise<PhotoFile> => (photo ??= petPhoto());

export const fileInput = (page: Page): Locator => page.locator('input[type=file]');
export const generateButton = (page: Page): Locator => page.getByRole('button', { name: 'Generate Art', exact: true });

/** Waits for a preview; while art-svc is busy, it answers 503. */
export const waitForPreview = (request: APIRequestContext, address: string): Promise<void> =>
  expect.poll(async () => (await request.get(address)).status(), { timeout: 60_000 }).toBe(200);

/** Opens the style step. Stubs the four previews, which take seconds to render, by the photo. */
export async function openStyleStep(page: Page): Promise<void> {
  const { buffer: body } = await getPhoto();
  await page.route('**/api/uploads/*/previews/*', (route) => route.fulfill({ contentType: 'image/jpeg', body }));
  await page.goto('/create');
  await fileInput(page).setInputFiles(await getPhoto());
  await generateButton(page).waitFor();
}
