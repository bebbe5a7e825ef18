import { stubApi, type StubbedResponse } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { openShop, resetBrowser } from '../testing/open-shop.js';

const TOKEN = '0f3a9c5e7b1d2468ace013579bdf2468';
const shared = {
  styleKey: 'modern',
  petName: 'Rex',
  picture: { url: `/media/shared/${TOKEN}`, width: 800, height: 1000 },
};
const openShared = (answer: StubbedResponse) => {
  const api = stubApi({
    'GET /api/user': { status: 401, text: 'Not signed in' },
    [`GET /api/shared-artworks/${TOKEN}`]: answer,
  });
  return { api, ...openShop(`/a/${TOKEN}`) };
};

afterEach(resetBrowser);

describe('/a/:token', () => {
  it('shows the picture, the name and the style, and leads to one of your own', async () => {
    openShared({ json: shared });
    expect(await screen.findByRole('img', { name: 'Artwork of Rex' })).toHaveAttribute('src', `/media/shared/${TOKEN}`);
    expect(screen.getByRole('heading', { name: 'Say hello to Rex' })).toBeVisible();
    expect(screen.getByText('modern Style')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Your Pet Art' })).toHaveAttribute('href', '/create');
  });

  it('says that the link has ended', async () => {
    openShared({ status: 404, text: 'Not found' });
    expect(await screen.findByText('This link has ended')).toBeVisible();
    expect(screen.getByText('Ask the person who sent it for a new link.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Your Pet Art' })).toBeVisible();
  });

  it('offers Retry when the server does not answer', async () => {
    const { api, user } = openShared({ status: 503, text: 'The studio is unavailable right now.' });
    expect(await screen.findByText('The studio is unavailable right now.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Artwork' })).toBeVisible();
    api.responses[`GET /api/shared-artworks/${TOKEN}`] = { json: { ...shared, petName: null } };
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'A pet as a work of art' })).toBeVisible();
  });
});
