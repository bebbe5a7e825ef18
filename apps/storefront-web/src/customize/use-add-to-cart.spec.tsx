import { getCurrentAddress, findToast, stubApi } from '@shop/web-testing';
import { screen } from '@testing-library/react';
import { resolveProductChoice } from '../catalogue/product-choice.js';
import { DEFAULT_PLACEMENT } from '../placement/placement.js';
import { ADDRESS, answers, IMAGE_ID, resetCustomize, tee } from '../testing/open-customize.js';
import { openShop } from '../testing/open-shop.js';
import { useAddToCart } from './use-add-to-cart.js';

afterEach(resetCustomize);

const CHOSEN = resolveProductChoice({ productId: tee.id, size: null, color: null }, [tee], []);

it.each([
  ['product', IMAGE_ID, null],
  ['image', '', CHOSEN],
])('shows an error and sends nothing without a %s', async (_, imageId, chosen) => {
  const api = stubApi(answers());
  const { user } = openShop(ADDRESS, function Page() {
    const addToCart = useAddToCart();
    return <button onClick={() => addToCart.mutate({ imageId, chosen, placement: DEFAULT_PLACEMENT })}>Add</button>;
  });
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await findToast('Error', 'Missing product or image');
  expect([api.callsTo('POST /api/cart'), getCurrentAddress()]).toEqual([[], ADDRESS]);
});

it('sends the same key again after a lost answer, and another key for another product', async () => {
  const server = stubApi({ ...answers(), 'POST /api/cart': { lost: true } });
  let placement = DEFAULT_PLACEMENT;
  const { user } = openShop(ADDRESS, function Page() {
    const addToCart = useAddToCart();
    return <button onClick={() => addToCart.mutate({ imageId: IMAGE_ID, chosen: CHOSEN, placement })}>Add</button>;
  });
  const press = () => user.click(screen.getByRole('button', { name: 'Add' }));
  await press();
  await findToast('Error', 'Failed to add to cart');
  await press();
  placement = { ...DEFAULT_PLACEMENT, scale: 50 };
  await press();
  const [first, second, third] = server.callsTo('POST /api/cart').map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
