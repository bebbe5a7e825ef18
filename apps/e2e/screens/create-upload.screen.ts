import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { hold, refuse, watchCalls } from '../support/network.ts';
import type { PhotoFile } from '../support/pet-photo.ts';
import { expect, expectFailure, expectToast, onePage, test } from '../support/screens.ts';
import {
  currentStep,
  dropFiles,
  fileInput,
  generateButton,
  hugePhoto,
  manyPixels,
  onePhoto,
} from '../support/wizard.ts';

const zone = (page: Page): Locator => page.getByText('Drag and drop your photo here');
const refusals = (page: Page): Locator => page.getByRole('main').getByRole('alert').locator('p');
const text: PhotoFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
const small = sharp({ create: { width: 640, height: 480, channels: 3, background: '#c96' } });

test.describe('/create', () => {
  test.describe('the upload step', () => {
    const page = onePage(async (opened) => {
      await opened.goto('/create');
      await expect(zone(opened)).toBeVisible();
    });

    test('Three-step wizard (Upload, Style, Generate) with a step indicator', { tag: '@2' }, async () => {
      await expect(page()).toHaveTitle('Create Art · PetArt');
      await expect(page().getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveText([
        /Upload$/,
        /Style$/,
        /Generate$/,
      ]);
      await expect(currentStep(page())).toHaveText(/Upload$/);
    });

    test('Upload step: single-file drop zone', { tag: ['@2', '@5', '@9'] }, async () => {
      await expect(fileInput(page())).toHaveCount(1);
      await expect(fileInput(page())).toHaveJSProperty('multiple', false);
    });

    test('PNG or JPEG only (.png, .jpg, .jpeg)', { tag: ['@2', '@5', '@9'] }, async () => {
      const accepted = ((await fileInput(page()).getAttribute('accept')) ?? '').split(',');
      expect(accepted.sort()).toEqual(['.jpeg', '.jpg', '.png', 'image/jpeg', 'image/png']);
    });

    test('hint says up to 10MB', { tag: ['@2', '@9'] }, async () => {
      await expect(page().getByText('PNG or JPEG, up to 10MB', { exact: true })).toBeVisible();
    });

    test('Wrong type produces a message from the drop zone', { tag: ['@5', '@D31b'] }, async () => {
      const calls = watchCalls(page());
      await dropFiles(zone(page()), [text]);
      await expect(refusals(page())).toHaveText([
        /^File type must be one of image\/png, \.png, image\/jpeg, \.jpg, \.jpeg$/,
      ]);
      await expect(currentStep(page())).toHaveText(/Upload$/);
      expect(calls.of('POST /api/upload')).toEqual([]);
    });

    test('Too many files produce a message from the drop zone', { tag: ['@5', '@D31b'] }, async () => {
      const calls = watchCalls(page());
      await dropFiles(zone(page()), [await onePhoto(), await onePhoto()]);
      await expect(refusals(page())).toHaveText(['Too many files']);
      await expect(currentStep(page())).toHaveText(/Upload$/);
      expect(calls.of('POST /api/upload')).toEqual([]);
    });
  });

  test('The drop zone takes a photo that is dropped', { tag: '@2' }, async ({ artist }) => {
    await artist.goto('/create');
    await dropFiles(zone(artist), [await onePhoto()]);
    await expect(generateButton(artist)).toBeVisible();
  });

  for (const [extension, photo] of [
    ['.png', small.clone().png()],
    ['.jpg', small.clone().jpeg()],
    ['.jpeg', small.clone().jpeg()],
  ] as const) {
    test(`A ${extension} file is taken`, { tag: '@5' }, async ({ artist }) => {
      await artist.goto('/create');
      await fileInput(artist).setInputFiles({
        name: `rex${extension}`,
        mimeType: extension === '.png' ? 'image/png' : 'image/jpeg',
        buffer: await photo.toBuffer(),
      });
      await expect(generateButton(artist)).toBeVisible();
    });
  }

  test('The 10MB size in the hint is not enforced', { tag: ['@5', '@D14'] }, async ({ artist }) => {
    const photo = await hugePhoto();
    expect(photo.buffer.length).toBeGreaterThan(10 * 1024 * 1024);
    await artist.goto('/create');
    await fileInput(artist).setInputFiles(photo);
    await expect(generateButton(artist)).toBeVisible();
  });

  test('upload, then style after a successful upload', { tag: '@4' }, async ({ artist }) => {
    await artist.goto('/create');
    const release = await hold(artist, 'POST /api/upload');
    await fileInput(artist).setInputFiles(await onePhoto());
    await expect(artist.getByText('Uploading your photo…')).toBeVisible();
    await expect(currentStep(artist)).toHaveText(/Upload$/);
    release();
    await expect(currentStep(artist)).toHaveText(/Style$/);
  });

  test('Photo uploaded! (Now choose an art style)', { tag: '@8' }, async ({ artist }) => {
    await artist.goto('/create');
    await fileInput(artist).setInputFiles(await onePhoto());
    await expectToast(artist, 'Photo uploaded!', 'Now choose an art style');
  });

  test('POST /api/upload: multipart form, field image; url', { tag: ['@3', '@7', '@D14'] }, async ({ artist }) => {
    await artist.goto('/create');
    const calls = watchCalls(artist);
    await fileInput(artist).setInputFiles(await onePhoto());
    await expect(generateButton(artist)).toBeVisible();
    const [call, ...more] = calls.of('POST /api/upload');
    expect(more).toEqual([]);
    expect(await call?.headerValue('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    // A browser does not tell what a file's body holds; but what comes in another field is refused.
    expect((await artist.request.post('/api/upload', { multipart: { picture: await onePhoto() } })).ok()).toBe(false);
    const answered = await call?.response();
    expect([answered?.status(), await answered?.json()]).toEqual([
      201,
      { id: expect.any(String), url: expect.stringMatching(/^\/media\/.+/), width: 1600, height: 1200 },
    ]);
  });

  test('Upload failure: Upload failed, Please try again with a different image.', { tag: '@8' }, async ({ artist }) => {
    await refuse(artist, 'POST /api/upload', 503, 'Artwork is unavailable right now.');
    await artist.goto('/create');
    const calls = watchCalls(artist);
    await fileInput(artist).setInputFiles(await onePhoto());
    await expectFailure(artist, 'Upload failed', 'Please try again with a different image.');
    await expect(currentStep(artist)).toHaveText(/Upload$/);
    await expect(zone(artist)).toBeVisible();
    expect(calls.of('POST /api/upload')).toHaveLength(1);
  });

  test(
    'Told by content, not by name: JPEG or PNG, else 415 "Please upload a PNG or JPEG image."',
    { tag: '@D14' },
    async ({ artist }) => {
      await artist.goto('/create');
      const calls = watchCalls(artist);
      await fileInput(artist).setInputFiles({ ...text, name: 'rex.png', mimeType: 'image/png' });
      await expectFailure(artist, 'Upload failed', 'Please try again with a different image.');
      await expect(refusals(artist)).toHaveText(['Please upload a PNG or JPEG image.']);
      expect((await calls.of('POST /api/upload')[0]?.response())?.status()).toBe(415);
    },
  );

  test(
    '25 MB and 50 megapixels are the hard ends (413 "That photo is too large. …")',
    { tag: '@D14' },
    async ({ artist }) => {
      await artist.goto('/create');
      const calls = watchCalls(artist);
      const photo = await onePhoto();
      for (const buffer of [Buffer.concat([photo.buffer, Buffer.alloc(26 * 1024 * 1024)]), await manyPixels()]) {
        const answered = artist.waitForResponse('**/api/upload');
        await fileInput(artist).setInputFiles({ ...photo, buffer });
        expect((await answered).status()).toBe(413);
        await expectFailure(artist, 'Upload failed', 'Please try again with a different image.');
        await expect(refusals(artist)).toHaveText([/^That photo is too large\. ./]);
      }
      expect(calls.of('POST /api/upload')).toHaveLength(2);
    },
  );

  test('EXIF orientation is applied, then all metadata is dropped', { tag: '@D14' }, async ({ artist }) => {
    await artist.goto('/create');
    const calls = watchCalls(artist);
    const lying = await small
      .clone()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Pat Doe, 12 Elm Street' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    await fileInput(artist).setInputFiles({ name: 'lying.jpg', mimeType: 'image/jpeg', buffer: lying });
    await expect(generateButton(artist)).toBeVisible();
    const { url, width, height } = (await (await calls.of('POST /api/upload')[0]?.response())?.json()) as {
      url: string;
      width: number;
      height: number;
    };
    expect([width, height]).toEqual([480, 640]);
    const kept = await sharp(await (await artist.request.get(url)).body()).metadata();
    expect([kept.width, kept.height, kept.orientation ?? 1, kept.exif]).toEqual([480, 640, 1, undefined]);
  });

  test('A guest’s session is opened by the first upload', { tag: '@D13' }, async ({ passerby }) => {
    await passerby.goto('/create');
    await expect(zone(passerby)).toBeVisible();
    expect(await passerby.context().cookies()).toEqual([]);
    await fileInput(passerby).setInputFiles(await onePhoto());
    await expect(generateButton(passerby)).toBeVisible();
    expect(
      (await passerby.context().cookies()).map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })),
    ).toContainEqual({ name: 'sid', httpOnly: true, sameSite: 'Lax' });
  });
});
