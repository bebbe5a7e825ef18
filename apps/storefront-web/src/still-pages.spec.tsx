import { createQueryClient, RemoteBoundary, ShopProviders } from '@shop/web-kit';
import { stubApi, takeOver } from '@shop/web-testing';
import App from './app.js';
import { pages } from './site.js';
import { drawPages } from './still-pages.js';
import { forgetBrowser } from './testing/open-shop.js';

const drawnPaths = Object.entries(pages)
  .filter(([, page]) => 'isDrawn' in page)
  .map(([path]) => path);
const { bodies } = await drawPages(drawnPaths);

/** As the shell shows the storefront. */
const shown = (
  <ShopProviders queryClient={createQueryClient()}>
    <RemoteBoundary load={() => Promise.resolve({ default: App })} />
  </ShopProviders>
);

afterEach(forgetBrowser);

/** The words in the markup, each heading and each link. */
function read(markup: string): Document {
  return new DOMParser().parseFromString(markup, 'text/html');
}

it('the pages that most visits begin with are drawn', () => {
  expect(drawnPaths).toEqual(['/', '/products', '/create']);
});

it.each([
  ['/', 'Your best friend, as a work of art.', ['/create', '/products']],
  ['/products', 'Our Products', []],
  ['/create', 'Create Your Pet Art', []],
])('%s says what it is, and leads on, without any script', (path, heading, links) => {
  const page = read(bodies[path] ?? '');
  expect(page.querySelector('h1')?.textContent).toBe(heading);
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href')).slice(0, 2)).toEqual(links);
});

it.each(drawnPaths)('%s is taken over as it stands, to the last element', async (path) => {
  // The server is slow: everything that is asked for is still on its way.
  stubApi({
    'GET /api/user': { status: 401 },
    'GET /api/products': { after: new Promise(() => undefined) },
    'GET /api/styles': { after: new Promise(() => undefined) },
  });
  const { mended, lost, close } = await takeOver(path, bodies[path] ?? '', shown);
  expect(mended).toEqual([]);
  expect(lost).toEqual([]);
  close();
});

it('nothing that acts by script takes a tap before its script is there', async () => {
  const acting = [...read(bodies['/create'] ?? '').querySelectorAll('button, [role="presentation"]')];
  expect(acting).toHaveLength(2);
  expect(acting.filter((element) => !element.hasAttribute('data-still'))).toEqual([]);
  const { close } = await takeOver('/create', bodies['/create'] ?? '', shown);
  expect(document.querySelector('[data-still]')).toBeNull();
  close();
});
