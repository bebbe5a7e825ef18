import { COOKIES_BLOCKED } from '@shop/web-kit';
import { stubApi } from '@shop/web-testing';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aProduct, aStyle } from './testing/builders.js';
import { openShop, resetBrowser } from './testing/open-shop.js';

const ID = '3f2b8c1e-7a54-4d0f-9b1a-0c5d6e7f8a90';
const UPLOAD_AGAIN = 'Please upload your photo again.';

const answers = () => ({
  'GET /api/styles': { json: [aStyle('modern')] },
  'GET /api/products': { json: [aProduct()] },
  'POST /api/upload': { status: 201, json: { id: ID, url: '/media/photo', width: 100, height: 80 } },
  'POST /api/generate': { status: 400, text: UPLOAD_AGAIN },
});

afterEach(() => {
  jest.restoreAllMocks();
  resetBrowser();
});

describe('a photo that the server doesn’t know although it has just taken it', () => {
  async function generate(progress: { status: number; text: string }) {
    jest.spyOn(crypto, 'randomUUID').mockReturnValue(ID);
    const server = stubApi({ ...answers(), [`GET /api/generate/${ID}/progress`]: progress });
    const { user } = openShop('/create');
    await user.upload(
      await screen.findByLabelText('Photo of your pet'),
      new File(['…'], 'rex.jpg', { type: 'image/jpeg' }),
    );
    await user.click(await screen.findByRole('radio', { name: 'Modern' }));
    await user.click(screen.getByRole('button', { name: 'Generate Art' }));
    await waitFor(() => expect(server.callsTo(`GET /api/generate/${ID}/progress`)).toHaveLength(1));
  }

  it('asks for cookies if the cookie of that answer doesn’t come back', async () => {
    await generate({ status: 401, text: 'Not signed in' });
    const alerts = await screen.findAllByText(COOKIES_BLOCKED);
    expect(alerts).toHaveLength(2);
    expect(screen.queryByText(UPLOAD_AGAIN)).toBeNull();
  });

  it('asks for the photo if the cookie comes back', async () => {
    await generate({ status: 404, text: 'Not found' });
    expect(await screen.findByText(UPLOAD_AGAIN)).toBeVisible();
    expect(screen.queryByText(COOKIES_BLOCKED)).toBeNull();
  });
});
