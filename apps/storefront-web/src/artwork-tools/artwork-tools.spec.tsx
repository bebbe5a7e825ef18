import { jest } from '@jest/globals';
import { findToast, stubApi, type StubbedResponse } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { stubPointerEvent } from '../testing/browser-stubs.js';
import { openShop, resetBrowser } from '../testing/open-shop.js';
import { ArtworkTools } from './artwork-tools.js';

stubPointerEvent();

const IMAGE_ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const LINK_ID = '7a0c1f5e-0f2e-4f6b-8d55-0f0f6a1b2c3d';
const LINKS = `/api/artworks/${IMAGE_ID}/share-links`;
const aLink = (given: object = {}) => ({ id: LINK_ID, createdAt: '2026-11-28T12:00:00.000Z', ...given });

const openTools = (responses: Record<string, StubbedResponse> = {}) => ({
  api: stubApi({ [`GET ${LINKS}`]: { json: [] }, ...responses }),
  ...openShop('/', () => <ArtworkTools imageId={IMAGE_ID} canContinue />),
});
const openShare = async (responses: Record<string, StubbedResponse> = {}) => {
  const opened = openTools(responses);
  await opened.user.click(screen.getByRole('button', { name: /^Share/ }));
  return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Share your artwork' }) };
};

afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe('the links of an artwork', () => {
  it('are made, copied and ended', async () => {
    const { api, user, dialog } = await openShare({
      [`POST ${LINKS}`]: { status: 201, json: aLink({ path: '/a/0f3a9c5e7b1d2468ace013579bdf2468' }) },
      [`DELETE /api/share-links/${LINK_ID}`]: { status: 204 },
    });
    await user.click(await within(dialog).findByRole('button', { name: 'Make a link' }));
    const field = await within(dialog).findByLabelText('Your link');
    expect(field).toHaveValue(`${location.origin}/a/0f3a9c5e7b1d2468ace013579bdf2468`);
    const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(within(dialog).getByRole('button', { name: 'Copy link' }));
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/a/0f3a9c5e7b1d2468ace013579bdf2468`);
    await findToast('Link copied');

    api.responses[`GET ${LINKS}`] = { json: [aLink()] };
    await user.click(within(dialog).getByRole('button', { name: 'Make another link' }));
    const end = await within(dialog).findByRole('button', { name: 'End link made on Nov 28, 2026' });
    api.responses[`GET ${LINKS}`] = { json: [] };
    await user.click(end);
    await waitFor(() => expect(end).not.toBeInTheDocument());
    expect(within(dialog).queryByLabelText('Your link')).not.toBeInTheDocument();
    expect(api.callsTo(`DELETE /api/share-links/${LINK_ID}`)).toHaveLength(1);
  });

  it('are at most five', async () => {
    const list = Array.from({ length: 5 }, (_, index) => aLink({ id: `${index}${LINK_ID.slice(1)}` }));
    const { dialog } = await openShare({ [`GET ${LINKS}`]: { json: list } });
    expect(await within(dialog).findByText(/At most 5 links/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Make a link' })).toBeDisabled();
  });

  it('say why one could not be made', async () => {
    const { user, dialog } = await openShare({ [`POST ${LINKS}`]: { status: 503, text: 'The studio is away.' } });
    await user.click(await within(dialog).findByRole('button', { name: 'Make a link' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The studio is away.');
  });

  const MAKE = `POST ${LINKS}`;
  const END = `DELETE /api/share-links/${LINK_ID}`;
  const made = { status: 201, json: aLink({ path: '/a/0f3a9c5e7b1d2468ace013579bdf2468' }) };
  const away = { status: 503, text: 'The studio is away.' };
  const buttonIn = (dialog: HTMLElement, name: RegExp) => within(dialog).findByRole('button', { name });

  it.each([
    ['a link was not made', MAKE, /^Make/, END, /^End/],
    ['a link was not ended', END, /^End/, MAKE, /^Make/],
  ])('say that %s only until the next press', async (_, failing, failingButton, next, nextButton) => {
    const { api, user, dialog } = await openShare({
      [`GET ${LINKS}`]: { json: [aLink()] },
      [failing]: away,
      [next]: { status: 503, text: 'Too busy.' },
    });
    await user.click(await buttonIn(dialog, failingButton));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The studio is away.');
    await user.click(await buttonIn(dialog, nextButton));
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('Too busy.'));
    api.responses[next] = next === MAKE ? made : { status: 204 };
    await user.click(await buttonIn(dialog, failingButton));
    expect(await within(dialog).findByText('The studio is away.')).toBeVisible();
    await user.click(await buttonIn(dialog, nextButton));
    await waitFor(() => expect(within(dialog).queryByRole('alert')).not.toBeInTheDocument());
  });

  it('stay readable if they could not be ended', async () => {
    const { api, user, dialog } = await openShare({ [MAKE]: made, [END]: away });
    api.responses[`GET ${LINKS}`] = { json: [aLink()] };
    await user.click(await buttonIn(dialog, /^Make/));
    await user.click(await buttonIn(dialog, /^End/));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The studio is away.');
    expect(within(dialog).getByLabelText('Your link')).toBeVisible();
  });

  it('have no message of the last time when they are opened again', async () => {
    const { api, user, dialog } = await openShare({ [MAKE]: made, [END]: away });
    api.responses[`GET ${LINKS}`] = { json: [aLink()] };
    await user.click(await buttonIn(dialog, /^Make/));
    await user.click(await buttonIn(dialog, /^End/));
    await within(dialog).findByRole('alert');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /^Share/ }));
    const reopened = await screen.findByRole('dialog', { name: 'Share your artwork' });
    expect(await buttonIn(reopened, /^Make a link/)).toBeVisible();
    expect(within(reopened).queryByRole('alert')).not.toBeInTheDocument();
    expect(within(reopened).queryByLabelText('Your link')).not.toBeInTheDocument();
  });

  it('offer Retry if they cannot be loaded', async () => {
    const { dialog } = await openShare({ [`GET ${LINKS}`]: { status: 503, text: 'The studio is away.' } });
    expect(await within(dialog).findByRole('button', { name: 'Retry' })).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Make a link' })).not.toBeInTheDocument();
  });
});

describe('the large view', () => {
  const openView = async () => {
    const opened = openTools();
    await opened.user.click(screen.getByRole('button', { name: /^View large/ }));
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Your artwork' }) };
  };
  const zoomOf = (dialog: HTMLElement) => within(dialog).getByRole('region').getAttribute('aria-label');

  it('is enlarged by buttons and keys, from 100% to 500%', async () => {
    const { user, dialog } = await openView();
    const frame = within(dialog).getByRole('region');
    const [smaller, larger] = ['Smaller', 'Larger'].map((name) => within(dialog).getByRole('button', { name }));
    expect(smaller).toHaveAttribute('aria-disabled', 'true');
    await user.click(larger!);
    expect(zoomOf(dialog)).toBe('Your artwork, 150%');
    for (let press = 0; press < 5; press++) fireEvent.keyDown(frame, { key: '+' });
    expect(zoomOf(dialog)).toBe('Your artwork, 500%');
    expect(larger).toHaveAttribute('aria-disabled', 'true');
    fireEvent.keyDown(frame, { key: '-' });
    expect(zoomOf(dialog)).toBe('Your artwork, 333%');
    fireEvent.keyDown(frame, { key: '0' });
    expect(zoomOf(dialog)).toBe('Your artwork, 100%');
    expect(within(frame).getByRole('img')).toHaveStyle({ width: '100%' });
  });

  it('is enlarged by two fingers, not by one', async () => {
    const { dialog } = await openView();
    const frame = within(dialog).getByRole('region');
    const touch = (pointerId: number, clientX: number) => ({ pointerId, pointerType: 'touch', clientX, clientY: 0 });
    fireEvent.pointerDown(frame, touch(1, 0));
    fireEvent.pointerMove(frame, touch(1, 50));
    expect(zoomOf(dialog)).toBe('Your artwork, 100%');
    fireEvent.pointerDown(frame, touch(2, 150));
    fireEvent.pointerMove(frame, touch(2, 250));
    expect(zoomOf(dialog)).toBe('Your artwork, 200%');
  });

  it('is downloaded as a small picture that each app opens', async () => {
    const { dialog } = await openView();
    const png = new Blob(['png'], { type: 'image/png' });
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValue({ ok: true, blob: async () => png } as Response);
    URL.createObjectURL = () => 'blob:picture';
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Download a small picture' }));
    expect(names).toEqual(['artwork.png']);
    expect(send).toHaveBeenCalledWith(`/media/${IMAGE_ID}?w=1024`, { headers: { accept: 'image/png' } });

    send.mockResolvedValue({ ok: false, status: 503 } as Response);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Download a small picture' }));
    await findToast('Download failed', 'Please try again in a moment.');
  });
});

describe('continuing on another device', () => {
  const SEND = `POST /api/artworks/${IMAGE_ID}/continue-links`;
  const openForm = async (answer: StubbedResponse) => {
    const opened = openTools({ [SEND]: answer });
    await opened.user.click(screen.getByRole('button', { name: 'Continue on another device' }));
    const dialog = await screen.findByRole('dialog', { name: 'Continue on another device' });
    const sendTo = async (email: string): Promise<void> => {
      await opened.user.clear(within(dialog).getByLabelText('Email'));
      await opened.user.type(within(dialog).getByLabelText('Email'), email);
      await opened.user.click(within(dialog).getByRole('button', { name: 'Send me the link' }));
    };
    return { ...opened, dialog, sendTo };
  };

  it('sends the link to an address', async () => {
    const { api, dialog, sendTo } = await openForm({ status: 204 });
    await sendTo('nobody');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Invalid email address');
    expect(within(dialog).getByLabelText('Email')).toBeInvalid();
    expect(api.callsTo(SEND)).toEqual([]);
    await sendTo(' pat@example.com');
    expect(await within(dialog).findByText('Sent to pat@example.com.')).toBeVisible();
    expect(api.callsTo(SEND).map(({ body }) => body)).toEqual([{ email: 'pat@example.com' }]);
  });

  it('says why it could not be sent', async () => {
    const { dialog, sendTo } = await openForm({ status: 429, text: 'Too many of these emails were sent today.' });
    await sendTo('pat@example.com');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Too many of these emails were sent today.');
  });
});
