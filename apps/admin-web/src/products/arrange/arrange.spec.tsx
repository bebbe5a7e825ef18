import { stubApi } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { PRODUCTS } from '../../testing/builders.js';
import { createProduct, EMPTY_SHOP, openAdmin, resetBrowser } from '../../testing/open-admin.js';

afterEach(resetBrowser);

const [CUP, TEE, TAG] = ['Cup', 'Tee', 'Tag'].map((title) => createProduct({ title })) as [
  ReturnType<typeof createProduct>,
  ReturnType<typeof createProduct>,
  ReturnType<typeof createProduct>,
];
const pathOf = ({ id }: { id: string }): string => `POST /api/admin/products/${id}/move`;

async function openArrange(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...EMPTY_SHOP, [PRODUCTS]: { json: [CUP, TEE, TAG] }, ...responses });
  const { user } = openAdmin('/admin?tab=products');
  await user.click(await screen.findByRole('button', { name: 'Arrange' }));
  const list = await screen.findByRole('list', { name: 'Order of the products' });
  const titles = (): (string | null | undefined)[] =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('bdi')?.textContent);
  return { server, user, titles };
}

it('a product is moved by its buttons, which keep the focus and say where it is now', async () => {
  const { server, user, titles } = await openArrange({ [pathOf(TAG)]: { status: 204 } });
  expect(screen.getByRole('button', { name: 'Move Tag down' })).toHaveAttribute('aria-disabled', 'true');
  server.responses[PRODUCTS] = { json: [CUP, TAG, TEE] };
  await user.click(screen.getByRole('button', { name: 'Move Tag up' }));
  expect(await screen.findByText('Tag is now 2 of 3.')).toHaveAttribute('role', 'status');
  expect(titles()).toEqual(['Cup', 'Tag', 'Tee']);
  expect(screen.getByRole('button', { name: 'Move Tag up' })).toHaveFocus();
  server.responses[PRODUCTS] = { json: [TAG, CUP, TEE] };
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Tag is now 1 of 3.')).toBeInTheDocument();
  await waitFor(() =>
    expect(server.callsTo(pathOf(TAG)).map(({ body }) => body)).toEqual([{ before: TEE.id }, { before: CUP.id }]),
  );
  await waitFor(() => expect(titles()).toEqual(['Tag', 'Cup', 'Tee']));
});

it('a move that another admin has overtaken shows the list as it is now, and why', async () => {
  const text = 'The product beside which this one should be is gone. The list has changed in between.';
  const { server, user, titles } = await openArrange({ [pathOf(CUP)]: { status: 409, text } });
  server.responses[PRODUCTS] = { json: [CUP, TAG] };
  await user.click(screen.getByRole('button', { name: 'Move Cup down' }));
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['Cup', 'Tag']));
});

it('a server without the call says so', async () => {
  const { user } = await openArrange({ [pathOf(TEE)]: { status: 404, text: 'Not found' } });
  await user.click(screen.getByRole('button', { name: 'Move Tee to the top' }));
  expect(await screen.findByText('This shop’s server has no order of its products.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('searchbox', { name: 'Find products' })).toBeVisible();
});
