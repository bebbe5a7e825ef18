import { jest } from '@jest/globals';
import { stubApi } from '@shop/web-testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aDesign, signedIn } from '../testing/builders.js';
import { mockNavigateToUrl } from '../testing/browser-stubs.js';

const navigateToUrl = await mockNavigateToUrl();
const { resetBrowser, openShop } = await import('../testing/open-shop.js');

afterEach(() => {
  resetBrowser();
  navigateToUrl.mockClear();
  jest.useRealTimers();
});

describe('/designs', () => {
  it('shows six skeletons while the designs load', async () => {
    stubApi({ ...signedIn, 'GET /api/designs': { after: new Promise(() => undefined) } });
    openShop('/designs');
    const loading = await screen.findByRole('status', { name: 'Loading your designs' });
    expect(loading.querySelectorAll('[data-skeleton]')).toHaveLength(6);
  });

  it('shows style, name, date and status, and links a finished design to /customize', async () => {
    const design = aDesign({ styleKey: 'pop-art-neon' });
    stubApi({ ...signedIn, 'GET /api/designs': { json: [design] } });
    openShop('/designs');
    const card = (await screen.findByRole('heading', { name: 'pop art neon Style' })).closest('li')!;
    for (const text of ['completed', 'Biscuit', 'Nov 18, 2026']) expect(within(card).getByText(text)).toBeVisible();
    expect(within(card).getByRole('img', { name: 'Artwork of Biscuit' })).toHaveAttribute(
      'src',
      design.outputImage?.url,
    );
    const address = `/customize?imageId=${design.outputImageId}&imageUrl=${encodeURIComponent(design.outputImage?.url ?? '')}`;
    expect(within(card).getByRole('link', { name: 'Create Product' })).toHaveAttribute('href', address);
  });

  it('offers to draw a design of an earlier version again', async () => {
    const earlier = aDesign({ isOfEarlierVersion: true });
    stubApi({ ...signedIn, 'GET /api/designs': { json: [earlier, aDesign()] } });
    openShop('/designs');
    const link = await screen.findByRole('link', { name: /^Draw again for a sharp print/ });
    expect(link).toHaveAttribute('href', `/create?again=${earlier.outputImageId}&same=1`);
  });

  it('highlights completed and failed designs', async () => {
    const designs = (['completed', 'failed', 'processing', 'pending'] as const).map((status) => aDesign({ status }));
    stubApi({ ...signedIn, 'GET /api/designs': { json: designs } });
    openShop('/designs');
    await screen.findByText('completed');
    expect([...document.querySelectorAll<HTMLElement>('.ui-badge')].map(({ dataset }) => dataset.variant)).toEqual([
      'default',
      'destructive',
      'outline',
      'outline',
    ]);
  });

  it('offers no product for an unfinished design and says why one failed', async () => {
    const unfinished = { outputImage: null, outputImageId: null };
    stubApi({
      ...signedIn,
      'GET /api/designs': {
        json: [
          aDesign({ ...unfinished, status: 'failed', errorMessage: 'It took too long.' }),
          aDesign({ ...unfinished, status: 'pending' }),
        ],
      },
    });
    openShop('/designs');
    expect(await screen.findByText('It took too long.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Create Product' })).not.toBeInTheDocument();
  });

  it('polls while an artwork is being generated, but not once further pages are loaded', async () => {
    jest.useFakeTimers();
    const pages = Array.from({ length: 4 }, (_, index) =>
      index === 0 ? '/api/designs' : `/api/designs?cursor=${index}`,
    );
    const answers = pages.map((page, index) => {
      const next = pages[index + 1];
      return [
        `GET ${page}`,
        {
          json: [aDesign({ petName: `Pet ${index}`, status: 'processing', outputImage: null, outputImageId: null })],
          ...(next && { headers: { link: `<${next}>; rel="next"` } }),
        },
      ] as const;
    });
    const api = stubApi({ ...signedIn, ...Object.fromEntries(answers) });
    const countRequests = () => api.callsTo('GET /api/designs').length;
    openShop('/designs');
    await screen.findByText('Pet 0');
    await act(() => jest.advanceTimersByTimeAsync(4_000));
    expect(countRequests()).toBe(2);
    for (const index of [1, 2, 3]) {
      fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
      await screen.findByText(`Pet ${index}`);
    }
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(screen.getByText('Pet 0')).toBeVisible();
    const before = countRequests();
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(countRequests()).toBe(before);
  });

  it('links to /create when there are no designs yet', async () => {
    stubApi({ ...signedIn, 'GET /api/designs': { json: [] } });
    openShop('/designs');
    expect(await screen.findByText('No designs yet')).toBeVisible();
    expect(screen.getByText('Create your first AI pet artwork to see it here')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Your First Design' })).toHaveAttribute('href', '/create');
  });

  it('offers Retry, not the empty state, when the list cannot be loaded', async () => {
    stubApi({ ...signedIn, 'GET /api/designs': { status: 503, text: 'The studio is unavailable right now.' } });
    openShop('/designs');
    expect(await screen.findByText('The studio is unavailable right now.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(screen.queryByText('No designs yet')).not.toBeInTheDocument();
  });

  it.each([
    ['the visitor is not signed in', { 'GET /api/user': { status: 401, text: 'Not signed in' } }],
    ['the session has ended', { ...signedIn, 'GET /api/designs': { status: 401, text: 'Not signed in' } }],
  ])('redirects to the sign-in at once when %s', async (_when, answers) => {
    stubApi(answers);
    openShop('/designs');
    await waitFor(() => expect(navigateToUrl).toHaveBeenCalledWith('/api/login'));
    expect(screen.queryByText('No designs yet')).not.toBeInTheDocument();
  });
});
