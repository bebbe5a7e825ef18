import type { CustomerOrder } from '@shop/contracts-order';
import { findToast, getCurrentAddress, stubApi, waitForAddress } from '@shop/web-testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aCustomerOrder, aDesign, anOrder, signedIn } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { closeTab, openShop, resetBrowser } from '../testing/open-shop.js';
import { restoreImage, stubImage } from '../testing/browser-stubs.js';

const NEW = { width: 1024, height: 1024 };

beforeEach(() => stubImage(NEW));
afterEach(() => {
  restoreImage();
  resetBrowser();
});

const question = {
  id: crypto.randomUUID(),
  text: 'The photo is too dark. Do you have another one?',
  askedAt: '2026-11-20T14:05:00.000Z',
  answer: null,
};
const anAskedOrder = (given: Partial<CustomerOrder> = {}) =>
  aCustomerOrder(anOrder(), { changeableUntil: null, question, ...given });
const design = aDesign({ petName: 'Rex', styleKey: 'modern' });
const imageId = design.outputImageId!;
const label = 'Rex, modern';
const answers = {
  'GET /api/guest/designs': { json: [aDesign({ status: 'processing', outputImage: null }), design] },
  [`GET /api/artworks/${imageId}`]: {
    json: { id: imageId, width: 4500, height: 4500, isRedrawnForPrint: true, detail: { widthPx: 4500, isFlat: false } },
  },
};

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Change artwork' }));
const findSave = async () => (await findDialog()).getByRole('button', { name: 'Save Changes' });

async function openArtworks(known = anAskedOrder(), responses: Parameters<typeof openOrder>[1] = answers) {
  const opened = await openOrder(known, responses);
  await opened.user.click(screen.getByRole('button', { name: 'Change artwork of Classic T-Shirt' }));
  await findDialog();
  return { ...opened, call: `PATCH ${opened.address}/items/${opened.item.id}` };
}

describe('changing the artwork while the shop has asked', () => {
  it('takes one of the guest’s, shows it in the place of the ordered one, and sends it once', async () => {
    const known = anAskedOrder();
    const [item] = known.order.items;
    item!.designConfig = { x: 75, y: 20, scale: 35, rotation: 0 };
    const { user, api, call, order } = await openArtworks(known);
    const changed = { ...item!, generatedImage: { id: imageId, url: design.outputImage!.url } };
    api.responses[call] = { json: { ...known, order: { ...order, items: [changed] } } };
    expect(await screen.findByRole('radio', { name: 'The one that you ordered' })).toBeChecked();
    expect(await findSave()).toHaveAttribute('aria-disabled', 'true');
    expect((await findDialog()).getAllByRole('radio')).toHaveLength(2);
    await user.click(await screen.findByRole('radio', { name: label }));
    expect(await screen.findByRole('img', { name: 'Your artwork on Classic T-Shirt' })).toBeVisible();
    expect(screen.getByRole('slider', { name: 'Scale' })).toHaveValue('35');
    await user.dblClick(await findSave());
    await findToast('Artwork changed', 'Your print file is made again.');
    expect(api.callsTo(call).map(({ body }) => body)).toEqual([
      { generatedImageId: imageId, designConfig: { x: 75, y: 20, scale: 35, rotation: 0 } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Change artwork of Classic T-Shirt' })).toHaveFocus();
  });

  it('prints all of an artwork of another shape', async () => {
    stubImage((address) => (address.includes(imageId) ? { width: 400, height: 1000 } : NEW));
    const known = anAskedOrder();
    known.order.items[0]!.designConfig = { x: 75, y: 5, scale: 35, rotation: 0 };
    const { user } = await openArtworks(known);
    await user.click(await screen.findByRole('radio', { name: label }));
    expect(await screen.findByRole('slider', { name: 'Scale' })).toHaveValue('100');
    expect(screen.queryByText(/would be cut off/)).toBeNull();
    fireEvent.change(screen.getByRole('slider', { name: 'Scale' }), { target: { value: 200 } });
    expect(await screen.findByText(/would be cut off/)).toBeVisible();
  });

  it('offers the designs of the account to a customer', async () => {
    const { user } = await openArtworks(anAskedOrder(), {
      ...answers,
      ...signedIn,
      'GET /api/cart': { json: { items: [], subtotal: '0.00', itemCount: 0 } },
      'GET /api/designs': { json: [design] },
    });
    await user.click(await screen.findByRole('radio', { name: label }));
    expect(await screen.findByRole('slider', { name: 'Scale' })).toBeVisible();
  });

  it('says that designs could not be loaded, and that there are none', async () => {
    const { user, api } = await openArtworks(anAskedOrder(), {
      'GET /api/guest/designs': { status: 503, text: 'Designs are unavailable right now.' },
    });
    expect(await screen.findByText('Designs are unavailable right now.', { exact: false })).toBeVisible();
    api.responses['GET /api/guest/designs'] = { json: [] };
    await user.click((await findDialog()).getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByText('You have no other finished artwork yet.')).toBeVisible();
  });

  it('keeps choice and placement after an error and a reload', async () => {
    const { user, api, call, order } = await openArtworks();
    api.responses[call] = { status: 422, text: 'We could not find that artwork.' };
    await user.click(await screen.findByRole('radio', { name: label }));
    fireEvent.change(await screen.findByRole('slider', { name: 'Scale' }), { target: { value: 60 } });
    await user.click(await findSave());
    expect(await screen.findByText('We could not find that artwork.')).toBeVisible();
    closeTab();
    const reopened = openShop(`/orders/${order.id}`);
    await reopened.user.click(await screen.findByRole('button', { name: 'Change artwork of Classic T-Shirt' }));
    expect(await screen.findByRole('radio', { name: label })).toBeChecked();
    expect(await screen.findByRole('slider', { name: 'Scale' })).toHaveValue('60');
    await reopened.user.keyboard('{Escape}');
    await reopened.user.click(screen.getByRole('button', { name: 'Discard' }));
    await reopened.user.click(screen.getByRole('button', { name: 'Change artwork of Classic T-Shirt' }));
    expect(await screen.findByRole('radio', { name: 'The one that you ordered' })).toBeChecked();
  });
});

describe('a new artwork for an order', () => {
  it('is made in the wizard, which says so and leads back', async () => {
    const { user, order, item } = await openArtworks();
    const target = `order=${order.id}&item=${item.id}`;
    expect(screen.getByRole('link', { name: 'Make a New One' })).toHaveAttribute('href', `/create?${target}`);
    await user.click(screen.getByRole('link', { name: 'Make a New One' }));
    await waitForAddress(`/create?${target}`);
    expect(await screen.findByText('This artwork is for your order.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute('href', `/orders/${order.id}`);
  });

  it('is chosen when the customer comes back', async () => {
    const known = anAskedOrder();
    const { order } = known;
    const { user, address, item } = await openOrder(known, answers);
    closeTab();
    const api = stubApi({ ...answers, [`GET ${address}`]: { json: known }, 'GET /api/products': { json: [] } });
    openShop(`/orders/${order.id}?item=${item.id}&artwork=${imageId}`);
    expect(await screen.findByRole('radio', { name: label })).toBeChecked();
    expect(await screen.findByRole('slider', { name: 'Scale' })).toBeVisible();
    api.responses[`PATCH ${address}/items/${item.id}`] = { json: known };
    await user.click(await findSave());
    await findToast('Artwork changed', 'Your print file is made again.');
    await waitFor(() => expect(getCurrentAddress()).toBe(`/orders/${order.id}`));
  });

  it('that is not there any more is named', async () => {
    const known = anAskedOrder();
    const { address, item, order } = await openOrder(known, answers);
    closeTab();
    stubApi({ ...answers, [`GET ${address}`]: { json: known }, 'GET /api/products': { json: [] } });
    openShop(`/orders/${order.id}?item=${item.id}&artwork=${crypto.randomUUID()}`);
    expect(await screen.findByText(/^We could not find your new artwork\./)).toBeVisible();
    expect(await findSave()).toHaveAttribute('aria-disabled', 'true');
  });
});
