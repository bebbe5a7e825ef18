import { jest } from '@jest/globals';
import { findToast, stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { aStyle } from '../testing/builders.js';
import { resetBrowser, openShop } from '../testing/open-shop.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const uploaded = { status: 201, json: { id: ID, url: `/media/${ID}`, width: 4032, height: 3024 } };
const answers = {
  'GET /api/styles': { json: [aStyle('modern')] },
  'GET /api/user': { status: 401, text: 'Not signed in' },
};
const JPEG = '\xff\xd8\xff\xe0\0\x10JFIF\0';
const WITHDRAWN =
  'Your device took the photo back while it was being sent. That happens when a photo was changed, moved or is still in the cloud. Please choose it again.';

const toBytes = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0));
const createFile = (content = JPEG, name = 'rex.jpg') => new File([toBytes(content)], name, { type: 'image/jpeg' });
const findFileInput = () => screen.findByLabelText('Photo of your pet');
const findRetry = () => screen.queryByRole('button', { name: 'Try again' });

/** The file as after the phone has withdrawn it: nothing of it can be read. */
function withdraw(file: File): void {
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) };
  jest.spyOn(file, 'slice').mockReturnValue(unreadable as unknown as Blob);
}

afterEach(() => {
  jest.restoreAllMocks();
  resetBrowser();
});

describe('a failed upload', () => {
  it.each<[string, StubbedResponse, string]>([
    [
      '400',
      { status: 400, text: 'This photo is incomplete. Its file was cut off, so please choose the original again.' },
      'This photo is incomplete. Its file was cut off, so please choose the original again.',
    ],
    [
      '413',
      { status: 413, text: 'That photo is too large. Please use one with at most 200 megapixels.' },
      'That photo is too large. Please use one with at most 200 megapixels.',
    ],
    [
      '413 of a proxy',
      { status: 413, text: '<html><h1>413 Request Entity Too Large</h1></html>' },
      'That photo is too large. Please use one of at most 25 MB.',
    ],
    [
      '415',
      { status: 415, text: 'This is a WebP picture. Please upload a PNG or JPEG.' },
      'This is a WebP picture. Please upload a PNG or JPEG.',
    ],
  ])('that another photo solves gives the reason and no second attempt: %s', async (_, answer, message) => {
    stubApi({ ...answers, 'POST /api/upload': answer });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), createFile());
    await findToast('Upload failed', 'Please try again with a different image.');
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(findRetry()).not.toBeInTheDocument();
  });

  const UNAVAILABLE = "The shop can't take photos right now. Please try again in a moment.";
  it.each<[string, StubbedResponse, string]>([
    ['lost', { lost: true }, 'The connection broke while your photo was being sent. Please try again.'],
    [
      '429 with a wait',
      { status: 429, text: 'Too many attempts.', headers: { 'retry-after': '40' } },
      'Many photos came from your connection in a short time. Please try again in 40 seconds.',
    ],
    [
      '429 with a long wait',
      { status: 429, text: 'Too many attempts.', headers: { 'retry-after': '1700' } },
      'Many photos came from your connection in a short time. Please try again in 29 minutes.',
    ],
    [
      '503',
      { status: 503, text: 'The picture store is not reachable right now. Please try again in a moment.' },
      'The picture store is not reachable right now. Please try again in a moment.',
    ],
    ['503 of a proxy', { status: 503, text: '<html>503</html>' }, UNAVAILABLE],
    ['502', { status: 502, text: 'Bad Gateway' }, UNAVAILABLE],
    ['500', { status: 500, text: 'Something went wrong.' }, UNAVAILABLE],
    [
      '403',
      { status: 403, text: 'Forbidden' },
      'The shop did not take your photo. Please reload the page and try again.',
    ],
  ])('that is not the photo’s fault does not lose it: %s', async (_, answer, message) => {
    const api = stubApi({ ...answers, 'POST /api/upload': answer });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), createFile());
    await findToast('Upload failed', 'Please try again with a different image.');
    expect(screen.getByRole('alert')).toHaveTextContent(message);
    expect(screen.getByText(/Your photo/, { selector: 'span' })).toHaveTextContent('Your photo rex.jpg is still here.');
    api.responses['POST /api/upload'] = uploaded;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radio', { name: 'Modern' })).toBeInTheDocument();
    const [first, second] = api.callsTo('POST /api/upload').map(({ body }) => (body as FormData).get('image') as File);
    expect([first?.name, second?.name, second?.size]).toEqual(['rex.jpg', 'rex.jpg', JPEG.length]);
  });

  describe('with a problem document', () => {
    const STUDIO_DOWN = 'The art studio is unavailable right now.';
    const problem = (status: number, code: string, retryAfter: string): StubbedResponse => ({
      status,
      json: { detail: STUDIO_DOWN, code },
      headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
    });

    it('because a service restarts is sent again, and not more than twice', async () => {
      const restart = problem(503, 'SERVICE_RESTARTING', '0');
      const api = stubApi({ ...answers, 'POST /api/upload': restart });
      const { user } = openShop('/create');
      await user.upload(await findFileInput(), createFile());
      expect(await screen.findByText(STUDIO_DOWN)).toBeVisible();
      expect(api.callsTo('POST /api/upload')).toHaveLength(3);
      expect(api.callsTo('POST /api/upload')[0]?.headers.accept).toContain('application/problem+json');
      let sent = 0;
      api.responses['POST /api/upload'] = () => ((sent += 1) === 1 ? restart : uploaded);
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('radio', { name: 'Modern' })).toBeInTheDocument();
    });

    it.each([
      [503, 'PHOTOS_BUSY'],
      [503, 'DATABASE_DOWN'],
      [504, 'SERVICE_TOO_SLOW'],
      [504, 'SERVICE_RESTARTING'],
    ])('is not sent again for %s %s', async (status, code) => {
      const api = stubApi({ ...answers, 'POST /api/upload': problem(status, code, '0') });
      const { user } = openShop('/create');
      await user.upload(await findFileInput(), createFile());
      await findToast('Upload failed', 'Please try again with a different image.');
      expect(api.callsTo('POST /api/upload')).toHaveLength(1);
    });

    it('can be cancelled while it waits to be sent again', async () => {
      const api = stubApi({ ...answers, 'POST /api/upload': problem(503, 'SERVICE_RESTARTING', '600') });
      const { user } = openShop('/create');
      await user.upload(await findFileInput(), createFile());
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      expect(await screen.findByRole('button', { name: 'Choose a photo' })).toBeEnabled();
      expect(screen.queryByText('Upload failed')).not.toBeInTheDocument();
      expect(api.callsTo('POST /api/upload')).toHaveLength(1);
    });
  });

  it('shows its reason also where the drop zone fills the screen', async () => {
    const scrollIntoView = jest.spyOn(Element.prototype, 'scrollIntoView');
    stubApi({ ...answers, 'POST /api/upload': { lost: true } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), createFile());
    const reason = await screen.findByRole('alert');
    expect(scrollIntoView.mock.contexts.some((element) => (element as Element).contains(reason))).toBe(true);
  });

  it('says that the browser is offline', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    stubApi({ ...answers, 'POST /api/upload': { lost: true } });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), createFile());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You are offline. Please check your connection and try again.',
    );
    expect(findRetry()).toBeVisible();
  });

  it('of a file that the phone withdrew while it was sent asks to choose it again', async () => {
    const file = createFile();
    stubApi({
      ...answers,
      'POST /api/upload': () => {
        withdraw(file);
        return { lost: true };
      },
    });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), file);
    await findToast('Upload failed', 'Please try again with a different image.');
    expect(screen.getByRole('alert')).toHaveTextContent(WITHDRAWN);
    expect(findRetry()).not.toBeInTheDocument();
  });
});

describe('a file that can’t be uploaded', () => {
  it.each<[string, string]>([
    ['RIFF\x10\0\0\0WEBPVP8 ', 'This is a WebP picture. Please upload a PNG or JPEG.'],
    ['\0\0\0\x1cftypavif\0\0\0\0mif1miaf', 'This is an AVIF picture. Please upload a PNG or JPEG.'],
    ['\0\0\0\x24ftypheic\0\0\0\0mif1MiHEMiPrheic', 'This is a HEIC picture. Please upload a PNG or JPEG.'],
    ['GIF89a\x01\0\x01\0', 'This is a GIF picture. Please upload a PNG or JPEG.'],
    ['II*\0\x08\0\0\0', 'This is a TIFF picture. Please upload a PNG or JPEG.'],
    ['BM\x36\x10\0\0\0\0\0\0\x36\0\0\0', 'This is a BMP picture. Please upload a PNG or JPEG.'],
    ['%PDF-1.7\n', 'This is a PDF document. Please upload a PNG or JPEG.'],
  ])('is named by its content and is not sent: %j', async (content, message) => {
    const api = stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    await user.upload(await findFileInput(), createFile(content));
    expect(await screen.findByText(message)).toBeVisible();
    expect(api.callsTo('POST /api/upload')).toEqual([]);
  });

  it('is not sent when it has more than 25 MB', async () => {
    const api = stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    const file = Object.defineProperty(createFile(), 'size', { value: 25 * 1024 * 1024 + 1 });
    await user.upload(await findFileInput(), file);
    expect(await screen.findByText('That photo is too large. Please use one of at most 25 MB.')).toBeVisible();
    expect(api.callsTo('POST /api/upload')).toEqual([]);
  });

  it('asks to choose it again when it was withdrawn before it was sent', async () => {
    const api = stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    const file = createFile();
    withdraw(file);
    await user.upload(await findFileInput(), file);
    expect(await screen.findByText(WITHDRAWN)).toBeVisible();
    expect(api.callsTo('POST /api/upload')).toEqual([]);
  });

  it.each(['rex.jfif', 'REX.JPG', 'rex.pjpeg'])('takes %s', async (name) => {
    stubApi({ ...answers, 'POST /api/upload': uploaded });
    const { user } = openShop('/create');
    // Windows knows no type of these extensions.
    await user.upload(await findFileInput(), new File([toBytes(JPEG)], name, { type: '' }));
    expect(await screen.findByRole('radio', { name: 'Modern' })).toBeInTheDocument();
  });
});
