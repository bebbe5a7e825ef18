import { jest } from '@jest/globals';
import { createDeferred, findToast, stubApi } from '@shop/web-testing';
import { screen, waitFor } from '@testing-library/react';
import { aStyle } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';
import { exposed, petPixels } from '../testing/photo-pixels.js';
import { restorePhoto, stubPhoto } from '../testing/browser-stubs.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const photo = () => new File(['…'], 'rex.jpg', { type: 'image/jpeg' });
const uploaded = { status: 201, json: { id: ID, url: `/media/${ID}`, width: 4032, height: 3024 } };
const camera = { widthPx: 4032, heightPx: 3024 };
const pet = petPixels();
const DARK =
  'This photo is very dark, and your pet would get lost in it: please try one taken in daylight or by a window.';

const answers = {
  'GET /api/styles': { json: [aStyle('modern')] },
  'GET /api/user': { status: 401, text: 'Not signed in' },
};
const never = new Promise(() => undefined);
const findFileInput = () => screen.findByLabelText('Photo of your pet');

afterEach(() => {
  restorePhoto();
  resetBrowser();
});

describe('photo upload', () => {
  it('shows the photo and the upload progress', async () => {
    stubPhoto({ ...camera, pixels: pet });
    stubApi({ ...answers, 'POST /api/upload': { ...uploaded, sent: [0.2, 0.45], after: never } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    const progress = await screen.findByRole('progressbar', { name: 'Progress of your upload' });
    await waitFor(() => expect(progress).toHaveAttribute('aria-valuenow', '45'));
    expect(screen.getByRole('img', { name: 'Your photo' })).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    expect(screen.getByText('Uploading your photo…')).toBeVisible();
  });

  it('can be cancelled without an error, and another photo can be chosen', async () => {
    stubPhoto({ ...camera, pixels: exposed(pet, -3) });
    const api = stubApi({ ...answers, 'POST /api/upload': { ...uploaded, after: never } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    await screen.findByText(DARK);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Drag and drop your photo here')).toBeVisible();
    expect(screen.queryByText('Upload failed')).not.toBeInTheDocument();
    stubPhoto({ ...camera, pixels: pet });
    api.responses['POST /api/upload'] = uploaded;
    await user.upload(await findFileInput(), photo());
    expect(await screen.findByRole('radio', { name: 'Modern' })).toBeInTheDocument();
    expect(screen.queryByText(DARK)).not.toBeInTheDocument();
  });

  it('shows the advice of the photo check during the upload and in the style step', async () => {
    const { promise: pendingResponse, resolve: sendResponse } = createDeferred<undefined>();
    stubPhoto({ ...camera, pixels: exposed(pet, -3) });
    stubApi({ ...answers, 'POST /api/upload': { ...uploaded, after: pendingResponse } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    const advice = await screen.findByText(DARK);
    expect(advice.closest('[role=status]')).not.toBeNull();
    expect(screen.getByRole('progressbar')).toBeVisible();
    sendResponse(undefined);
    await findToast('Photo uploaded!', 'Now choose an art style');
    expect(await screen.findByRole('button', { name: 'Change Photo' })).toBeVisible();
    expect(screen.getByText(DARK)).toBeVisible();
  });

  it('says which products a small photo is good enough for', async () => {
    stubPhoto({ widthPx: 320, heightPx: 480, pixels: pet });
    stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), photo());
    await screen.findByRole('radio', { name: 'Modern' });
    const message =
      'With 320 × 480 pixels this photo does for a pet tag or a phone case, but on a large print on a T-shirt or hoodie whiskers and fine fur are lost: please use the original from your camera if you can.';
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows no advice for a good photo or one that the browser cannot decode', async () => {
    stubApi({ ...answers, 'POST /api/upload': uploaded });
    for (const stubbedPhoto of [{ ...camera, pixels: pet }, null]) {
      // The object URL is revoked after upload and check.
      const revokeObjectUrl = jest.spyOn(URL, 'revokeObjectURL').mockClear();
      stubPhoto(stubbedPhoto);
      const { user, close } = openShop('/create');
      await user.upload(await findFileInput(), photo());
      await screen.findByRole('radio', { name: 'Modern' });
      await waitFor(() => expect(revokeObjectUrl).toHaveBeenCalledTimes(1));
      expect(screen.getByText('This is the photo your artwork is made from.')).toBeInTheDocument();
      close();
      sessionStorage.clear();
    }
  });
});
