import { MAX_UNPRINTABLE } from '@shop/contracts-order';
import { screen, within } from '@testing-library/react';
import { stubApi } from '@shop/web-testing';
import { PRODUCTS } from '../testing/builders.js';
import { createProduct, openAdmin, openShirt, resetBrowser, SHIRT, SHIRT_SHOP } from '../testing/open-admin.js';

afterEach(resetBrowser);

const UNPRINTABLE = 'GET /api/admin/unprintable-products';
const UNPRINTABLE_SHIRT = `${UNPRINTABLE}?productId=${SHIRT.id}`;
const shirt = { productId: SHIRT.id, title: SHIRT.title, choices: ['S, Black', 'L, Black'] };

it('a product that Printful does not print is named on the dashboard', async () => {
  stubApi({
    ...SHIRT_SHOP,
    [UNPRINTABLE]: { json: [shirt, { productId: crypto.randomUUID(), title: 'Mug', choices: [] }] },
  });
  openAdmin('/admin');
  expect(await screen.findByRole('heading', { name: 'Not at the printer' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Classic T-Shirt' })).toBeVisible();
  expect(screen.getByText('S, Black; L, Black')).toBeVisible();
});

const createOthers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...shirt, productId: crypto.randomUUID(), title: `Tee ${n}` }));

it.each([
  [MAX_UNPRINTABLE - 1, 0],
  [MAX_UNPRINTABLE, 1],
])('a list of %s products says %s times that there may be more', async (count, notices) => {
  stubApi({ ...SHIRT_SHOP, [UNPRINTABLE]: { json: createOthers(count) } });
  openAdmin('/admin');
  expect(await screen.findByText('Tee 0')).toBeInTheDocument();
  expect(screen.queryAllByText(/^Only 500 are listed\. There may be more/)).toHaveLength(notices);
});

it('a product that the list has no room for is marked too, and its form says what shoppers cannot buy', async () => {
  const { user, drawer } = await openShirt({
    [UNPRINTABLE]: { json: createOthers(MAX_UNPRINTABLE) },
    [UNPRINTABLE_SHIRT]: { json: [shirt] },
  });
  expect(await drawer.findByText(/Printful has no article for/)).toHaveTextContent('S, Black; L, Black');
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('not at the printer')).toBeVisible();
});

it('the form of the product says what shoppers cannot buy, also right after it is saved', async () => {
  const { user, server, drawer } = await openShirt();
  expect(drawer.queryByText(/Not available to shoppers/)).not.toBeInTheDocument();
  server.responses[UNPRINTABLE] = server.responses[UNPRINTABLE_SHIRT] = { json: [shirt] };
  server.responses[`PATCH /api/admin/products/${SHIRT.id}`] = { json: SHIRT };
  await user.type(drawer.getByLabelText('Title'), '!');
  await user.click(drawer.getByRole('button', { name: 'Update Product' }));
  const card = within((await screen.findByText(SHIRT.title)).closest('.ui-card') as HTMLElement);
  expect(await card.findByText('not at the printer')).toBeVisible();
  await user.click(await card.findByRole('button', { name: /^Edit/ }));
  expect(await screen.findByText(/Printful has no article for/)).toHaveTextContent('S, Black; L, Black');
});

it('the list marks what a product lacks, also before it is on sale', async () => {
  const bare = createProduct({ title: 'Bare', basePrice: '0.00', hasSizeOnSale: false });
  const whole = createProduct({ title: 'Whole', imageUrl: '/pictures/whole.webp', hasSizeOnSale: true });
  const hidden = createProduct({ title: 'Hidden', active: false, category: 'phone-case', hasSizeOnSale: false });
  stubApi({ ...SHIRT_SHOP, [PRODUCTS]: { json: [bare, whole, hidden] } });
  openAdmin('/admin?tab=products');
  const marksOf = (title: string) =>
    within(screen.getByText(title).closest('.ui-card') as HTMLElement)
      .queryAllByText(/^(no |price 0)/)
      .map(({ textContent }) => textContent);
  expect(await screen.findByText('Whole')).toBeVisible();
  expect([marksOf('Bare'), marksOf('Whole'), marksOf('Hidden')]).toEqual([
    ['no picture', 'no size', 'price 0.00'],
    [],
    ['no picture', 'no model'],
  ]);
});

it('the form of a garment says that it has no size on sale', async () => {
  const { drawer } = await openShirt();
  expect(await drawer.findByText('This product has no size on sale.')).toBeVisible();
});
