import { jest } from '@jest/globals';
import { seenToast, stubApi } from '@shop/web-testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aStyle } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';
import { exposed, petPixels } from '../testing/photo-pixels.js';
import { restorePhoto, stubPhoto } from '../testing/stub-photo.js';

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
const dropBox = () => screen.findByLabelText('Photo of your pet');

afterEach(() => {
  restorePhoto();
  resetBrowser();
});

describe('a photo on its way', () => {
  it('is shown with how much of it is sent', async () => {
    stubPhoto({ ...camera, pixels: pet });
    stubApi({ ...answers, 'POST /api/upload': { ...uploaded, sent: [0.2, 0.45], after: never } });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    expect(await screen.findByRole('progressbar', { name: 'Progress of your upload' })).toHaveAttribute(
      'aria-valuenow',
      '45',
    );
    expect(screen.getByRole('img', { name: 'Your photo' })).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    expect(screen.getByText('Uploading your photo…')).toBeVisible();
  });

  it('that the browser can’t show has a drawing with a word in its place', async () => {
    stubPhoto(null);
    stubApi({ ...answers, 'POST /api/upload': { ...uploaded, after: never } });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    const preview = await screen.findByRole('img', { name: 'Your photo' });
    const room = preview.className;
    fireEvent.error(preview);
    expect(preview).not.toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Your photo: No preview' })).toHaveClass(room);
    expect(screen.getByRole('progressbar')).toBeVisible();
  });

  it('can be called off, without a word, and another be chosen', async () => {
    stubPhoto({ ...camera, pixels: exposed(pet, -3) });
    const api = stubApi({ ...answers, 'POST /api/upload': { ...uploaded, after: never } });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    await screen.findByText(DARK);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Drag and drop your photo here')).toBeVisible();
    expect(screen.queryByText('Upload failed')).not.toBeInTheDocument();
    stubPhoto({ ...camera, pixels: pet });
    api.answers['POST /api/upload'] = uploaded;
    await user.upload(await dropBox(), photo());
    expect(await screen.findByRole('radio', { name: 'Modern' })).toBeInTheDocument();
    expect(screen.queryByText(DARK)).not.toBeInTheDocument();
  });

  it('is talked about by the coach before the upload ends, and still in the style step', async () => {
    let arrive: (value?: unknown) => void = () => undefined;
    stubPhoto({ ...camera, pixels: exposed(pet, -3) });
    stubApi({ ...answers, 'POST /api/upload': { ...uploaded, after: new Promise((resolve) => (arrive = resolve)) } });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    const advice = await screen.findByText(DARK);
    expect(advice.closest('[role=status]')).not.toBeNull();
    expect(screen.getByRole('progressbar')).toBeVisible();
    arrive();
    await seenToast('Photo uploaded!', 'Now choose an art style');
    expect(await screen.findByRole('button', { name: 'Change Photo' })).toBeVisible();
    expect(screen.getByText(DARK)).toBeVisible();
  });

  it('may be small, blurred or overexposed: all is said, and nothing stops it', async () => {
    stubPhoto({ widthPx: 200, heightPx: 150, pixels: exposed(pet, 3) });
    stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    await screen.findByRole('radio', { name: 'Modern' });
    expect(await screen.findByText(/With 200 × 150 pixels this photo is too small to print sharply/)).toBeVisible();
    expect(screen.getByText(/This photo is overexposed/)).toBeVisible();
  });

  it('that is too small for shirts only is said to be so, and what else it does for', async () => {
    stubPhoto({ widthPx: 320, heightPx: 480, pixels: pet });
    stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    await screen.findByRole('radio', { name: 'Modern' });
    const sentence =
      'With 320 × 480 pixels this photo does for a pet tag or a phone case, but whiskers and fine fur would be lost on a T-shirt or hoodie: please use the original from your camera if you can.';
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('is not talked about when it is good, or when this browser cannot look at it', async () => {
    stubApi({ ...answers, 'POST /api/upload': uploaded });
    for (const seen of [{ ...camera, pixels: pet }, null]) {
      // The photo's address is given back when it is uploaded and looked at.
      const looks = jest.spyOn(URL, 'revokeObjectURL').mockClear();
      stubPhoto(seen);
      const { user, close } = openShop('/create');
      await user.upload(await dropBox(), photo());
      await screen.findByRole('radio', { name: 'Modern' });
      await waitFor(() => expect(looks).toHaveBeenCalledTimes(1));
      expect(screen.getByText('This is the photo your artwork is made from.')).toBeInTheDocument();
      close();
      sessionStorage.clear();
    }
  });

  it('is forgotten with its advice when the upload fails', async () => {
    stubPhoto({ ...camera, pixels: exposed(pet, -3) });
    stubApi({
      ...answers,
      'POST /api/upload': { status: 413, text: 'That photo is too large. Please use one of at most 25 MB.' },
    });
    const { user } = openShop('/create');
    await user.upload(await dropBox(), photo());
    await seenToast('Upload failed', 'Please try again with a different image.');
    expect(screen.getByText('That photo is too large. Please use one of at most 25 MB.')).toBeVisible();
    expect(screen.queryByText(DARK)).not.toBeInTheDocument();
  });
});
