/** Every admin screen with a server that has the calls of spec section 7 and the fields of sections 3 and 7 only. */
import { findToast } from '@shop/web-testing';
import { screen, waitFor, within } from '@testing-library/react';
import { openAdmin, resetBrowser } from './testing/open-admin.js';
import {
  MINIMAL,
  stubSpecServer,
  WITH_EXTRA_FIELDS,
  WITH_OTHER_SPELLINGS,
  WITH_UNKNOWN_ENUMS,
  type SpecAnswers,
} from './testing/spec-server.js';

afterEach(resetBrowser);

const getId = ([row]: SpecAnswers['orders']): string => String(row?.id);
const findDrawer = async (name: string) => within(await screen.findByRole('dialog', { name }));
/** The badge with this text, in the style of its status. */
const findBadge = (text: string, variant: string) =>
  screen.findAllByText(text, { selector: `[data-variant=${variant}]` });

async function expectNoError(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByText(/does not understand/)).toBeNull();
}

describe.each([
  ['exactly the fields of the specification', MINIMAL],
  ['further fields', WITH_EXTRA_FIELDS],
  ['unknown statuses and categories', WITH_UNKNOWN_ENUMS],
  ['other ids, prices and times', WITH_OTHER_SPELLINGS],
])('with %s', (_, answers) => {
  const status = String(answers.orders[0]?.status);
  const paymentStatus = String(answers.orders[0]?.paymentStatus);
  const category = String(answers.products[0]?.category);
  const isKnown = answers !== WITH_UNKNOWN_ENUMS;

  it('the dashboard shows four figures, and says that there is no money overview', async () => {
    stubSpecServer(answers);
    openAdmin('/admin');
    const figures = within(await screen.findByRole('group', { name: 'Figures' }));
    for (const figure of ['2', '$61.83', '1', '5']) expect(figures.getByText(figure)).toBeVisible();
    expect(await screen.findByText('This shop’s server has no overview of the money.')).toBeVisible();
    await expectNoError();
  });

  it('the orders are listed and filtered', async () => {
    stubSpecServer(answers);
    const { user } = openAdmin('/admin?tab=orders');
    expect(await screen.findByRole('link', { name: 'PA-FIRST' })).toBeVisible();
    expect(screen.getByText('Pat Doe')).toBeVisible();
    await findBadge(status, isKnown ? 'default' : 'outline');
    await findBadge(paymentStatus, isKnown ? 'default' : 'outline');
    await expectNoError();
    await user.selectOptions(screen.getByLabelText('Order status'), 'created');
    if (isKnown) {
      await waitFor(() => expect(screen.queryByRole('link', { name: 'PA-FIRST' })).toBeNull());
      expect(await screen.findByRole('link', { name: 'PA-SECOND' })).toBeVisible();
    } else expect(await screen.findByText('No orders match the selected filters')).toBeVisible();
  });

  it('an order opens with what the list has', async () => {
    stubSpecServer(answers);
    const { user } = openAdmin('/admin?tab=orders');
    await user.click(await screen.findByRole('link', { name: 'PA-FIRST' }));
    const drawer = await findDrawer('Order PA-FIRST');
    expect(await drawer.findByText('This shop’s server has no more details of its orders.')).toBeVisible();
    expect(drawer.getByText('Pat Doe')).toBeVisible();
    expect(drawer.getByText('$61.83')).toBeVisible();
    await expectNoError();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('link', { name: 'PA-SECOND' }));
    expect(await (await findDrawer('Order PA-SECOND')).findByText('$20.00')).toBeVisible();
  });

  it('the requests are listed with their actions and counted', async () => {
    const path = `/api/admin/contact-submissions/${getId(answers.requests)}/status`;
    const server = stubSpecServer(answers, { [`PATCH ${path}`]: { json: {} } });
    const { user } = openAdmin('/admin?tab=requests');
    expect(await screen.findByRole('link', { name: 'Where is my hoodie?' })).toBeVisible();
    await findBadge(String(answers.requests[0]?.status), 'outline');
    if (isKnown) expect(await screen.findByLabelText('1 new')).toBeVisible();
    await expectNoError();
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await findToast('Status updated');
    expect(server.callsTo(`PATCH ${path}`)[0]?.body).toEqual({ status: 'archived' });
  });

  it('a request opens with what the list has', async () => {
    stubSpecServer(answers);
    openAdmin(`/admin?tab=requests&request=${getId(answers.requests)}`);
    const drawer = await findDrawer('Where is my hoodie?');
    expect(drawer.getByText('I ordered it two weeks ago.')).toBeVisible();
    expect(drawer.getByText('This shop’s server has no replies and no timeline of its requests.')).toBeVisible();
    expect(drawer.queryByRole('button', { name: 'Reply' })).toBeNull();
    await expectNoError();
  });

  it('the products are listed and switched off', async () => {
    const path = `/api/admin/products/${getId(answers.products)}`;
    const server = stubSpecServer(answers, { [`PATCH ${path}`]: { json: {} } });
    const { user } = openAdmin('/admin?tab=products');
    expect(await screen.findByText('Classic T-Shirt')).toBeVisible();
    expect(screen.getByText('$24.00')).toBeVisible();
    await findBadge(isKnown ? 'T-Shirt' : category, isKnown ? 'secondary' : 'outline');
    await expectNoError();
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    await findToast('Product updated');
    expect(server.callsTo(`PATCH ${path}`)[0]?.body).toEqual({ active: false });
  });

  it('a product is edited without a version, and keeps its category', async () => {
    const path = `/api/admin/products/${getId(answers.products)}`;
    const server = stubSpecServer(answers, { [`PATCH ${path}`]: { json: {} } });
    const { user } = openAdmin(`/admin?tab=products&product=${getId(answers.products)}`);
    const drawer = await findDrawer('Edit Product');
    await user.type(await drawer.findByLabelText('Title'), ' II');
    expect(drawer.getByLabelText('Category')).toHaveDisplayValue(isKnown ? 'T-Shirt' : category);
    expect(await drawer.findByText('This shop’s server has no call to change sizes and colors.')).toBeVisible();
    expect(await drawer.findByText('This shop’s server has no timeline of its products.')).toBeVisible();
    await expectNoError();
    await user.click(drawer.getByRole('button', { name: 'Update Product' }));
    await findToast('Product updated');
    expect(server.callsTo(`PATCH ${path}`)[0]?.body).toEqual({
      title: 'Classic T-Shirt II',
      description: 'Soft cotton.',
      category,
      basePrice: '24.00',
      imageUrl: null,
      mockupTemplateUrl: null,
    });
  });

  it('/nimda shows figures, orders and requests', async () => {
    stubSpecServer(answers);
    openAdmin('/nimda');
    const orders = within(await screen.findByRole('region', { name: 'Recent Orders' }));
    expect(await orders.findByRole('link', { name: 'PA-FIRST' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Where is my hoodie?' })).toBeVisible();
    expect(await screen.findByText(isKnown ? '1 unread' : '0 unread')).toBeVisible();
    await findBadge(status, isKnown ? 'default' : 'outline');
    await expectNoError();
  });
});

it('a product with an unknown category can get a known one', async () => {
  const path = `/api/admin/products/${getId(WITH_UNKNOWN_ENUMS.products)}`;
  const server = stubSpecServer(WITH_UNKNOWN_ENUMS, { [`PATCH ${path}`]: { json: {} } });
  const { user } = openAdmin(`/admin?tab=products&product=${getId(WITH_UNKNOWN_ENUMS.products)}`);
  const drawer = await findDrawer('Edit Product');
  await user.selectOptions(await drawer.findByLabelText('Category'), 'Hoodie');
  await user.click(drawer.getByRole('button', { name: 'Update Product' }));
  await findToast('Product updated');
  expect(server.callsTo(`PATCH ${path}`)[0]?.body).toMatchObject({ category: 'hoodie' });
});

it('a product is created with the fields of the specification', async () => {
  const server = stubSpecServer(MINIMAL, { 'POST /api/admin/products': { status: 201, json: {} } });
  const { user } = openAdmin('/admin?tab=products&product=new');
  const drawer = await findDrawer('Add New Product');
  await user.type(drawer.getByLabelText('Title'), 'Mug');
  await user.click(drawer.getByRole('button', { name: 'Create Product' }));
  await findToast('Product created');
  expect(Object.keys(server.callsTo('POST /api/admin/products')[0]?.body as object).sort()).toEqual([
    'active',
    'basePrice',
    'category',
    'description',
    'imageUrl',
    'mockupTemplateUrl',
    'title',
  ]);
});

it.each([
  ['order', 'orders', '/api/admin/orders'],
  ['request', 'requests', '/api/admin/contact-submissions'],
  ['product', 'products', '/api/admin/products'],
])('an %s that is not in the list either is reported as missing', async (kind, tab, path) => {
  stubSpecServer(MINIMAL, { [`GET ${path}/gone`]: { status: 404, text: 'It was deleted.' } });
  openAdmin(`/admin?tab=${tab}&${kind}=gone`);
  expect(await within(await screen.findByRole('dialog')).findByText('It was deleted.')).toBeVisible();
});
