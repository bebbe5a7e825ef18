import { getCurrentAddress, stubApi, type StubbedResponse, waitForAddress } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { openShop, resetBrowser } from '../testing/open-shop.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const OPEN = 'POST /api/continue-links/open';
const openContinue = (answer: StubbedResponse, address = '/continue?token=secret') => {
  const api = stubApi({
    'GET /api/user': { status: 401, text: 'Not signed in' },
    'GET /api/products': { json: [] },
    [OPEN]: answer,
  });
  return { api, ...openShop(address) };
};

afterEach(resetBrowser);

describe('/continue', () => {
  it('opens the design once the button is pressed, and takes the token out of the address', async () => {
    const { api, user } = openContinue({ json: { imageId: ID, imageUrl: `/media/${ID}` } });
    const button = await screen.findByRole('button', { name: 'Open my artwork' });
    expect(api.callsTo(OPEN)).toEqual([]);
    await user.click(button);
    await waitForAddress(`/customize?imageId=${ID}&imageUrl=${encodeURIComponent(`/media/${ID}`)}`);
    expect(api.callsTo(OPEN).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
    expect(getCurrentAddress()).not.toContain('secret');
  });

  it('says that a link has ended', async () => {
    const { user } = openContinue({ status: 404, text: 'This link has ended.' });
    await user.click(await screen.findByRole('button', { name: 'Open my artwork' }));
    expect(await screen.findByText('This link has ended.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Your Pet Art' })).toHaveAttribute('href', '/create');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Your artwork could not be opened' })).toHaveFocus();
  });

  it('tries again after a failure', async () => {
    const { api, user } = openContinue({ status: 503, text: 'The studio is away.' });
    await user.click(await screen.findByRole('button', { name: 'Open my artwork' }));
    expect(await screen.findByText('The studio is away.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your artwork could not be opened' })).toHaveFocus();
    let answer: () => void = () => undefined;
    const after = new Promise<void>((resolve) => (answer = resolve));
    api.responses[OPEN] = { status: 503, text: 'The studio is still away.', after };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Opening...' })).toHaveFocus();
    answer();
    expect(await screen.findByText('The studio is still away.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your artwork could not be opened' })).toHaveFocus();
    api.responses[OPEN] = { json: { imageId: ID, imageUrl: `/media/${ID}` } };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitForAddress(`/customize?imageId=${ID}&imageUrl=${encodeURIComponent(`/media/${ID}`)}`);
  });

  it('needs a token', async () => {
    openContinue({ status: 404 }, '/continue');
    expect(await screen.findByText('This link is not complete. Please copy all of it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Open|Try/ })).not.toBeInTheDocument();
  });
});
