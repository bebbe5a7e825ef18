/** The exact toasts of spec section 8. The server's reason stands beside the form or row. */
import { jest } from '@jest/globals';
import { findToast, stubApi } from '@shop/web-testing';
import { act, screen, within } from '@testing-library/react';
import { clearToasts } from '@shop/web-kit';
import type { UserEvent } from '@testing-library/user-event';
import { createRequestDetail, createVariant, NIMDA_REQUESTS, PRODUCTS, REQUESTS } from './testing/builders.js';
import { createProduct, createRequest, EMPTY_SHOP, openAdmin, resetBrowser } from './testing/open-admin.js';

const SHIRT = createProduct();
const SHIRT_PATH = `/api/admin/products/${SHIRT.id}`;
const SIZE = createVariant({ name: 'M' });
const REQUEST = createRequest();
const REQUEST_PATH = `/api/admin/contact-submissions/${REQUEST.id}`;

const SHOP = {
  ...EMPTY_SHOP,
  [PRODUCTS]: { json: [SHIRT] },
  [`GET ${SHIRT_PATH}`]: { json: SHIRT },
  [`GET ${SHIRT_PATH}/variants`]: { json: [SIZE] },
  [`GET ${SHIRT_PATH}/timeline`]: { json: [] },
  [REQUESTS]: { json: [REQUEST] },
  [NIMDA_REQUESTS]: { json: [REQUEST] },
  [`GET ${REQUEST_PATH}`]: { json: createRequestDetail({ id: REQUEST.id }) },
};

const findDrawer = async (name: string) => within(await screen.findByRole('dialog', { name }));
const findRow = async (text: string) =>
  within((await screen.findByText(text)).closest<HTMLElement>('li') ?? document.body);

interface Case {
  what: string;
  address: string;
  call: string;
  act: (user: UserEvent) => Promise<void>;
  success: string;
  failure: [title: string, description: string];
  /** Where the server's reason is shown. */
  findPlace: () => Promise<{ findByText: (text: string) => Promise<HTMLElement> }>;
}

const UPDATE = {
  call: `PATCH ${SHIRT_PATH}`,
  success: 'Product updated',
  failure: ['Update failed', 'Could not update product'],
} satisfies Partial<Case>;
const STATUS = {
  call: `PATCH ${REQUEST_PATH}/status`,
  success: 'Status updated',
  failure: ['Update failed', 'Could not update submission status'],
} satisfies Partial<Case>;
const click = (name: string) => async (user: UserEvent) => user.click(await screen.findByRole('button', { name }));

const CASES: Case[] = [
  {
    ...UPDATE,
    what: 'the active switch of a product',
    address: '/admin?tab=products',
    act: click('Deactivate'),
    findPlace: () => findRow(SHIRT.title),
  },
  {
    ...UPDATE,
    what: 'the product form',
    address: `/admin?tab=products&product=${SHIRT.id}`,
    act: async (user) => {
      await user.type(await screen.findByLabelText('Title'), ' II');
      await click('Update Product')(user);
    },
    findPlace: () => findDrawer('Edit Product'),
  },
  {
    ...UPDATE,
    what: 'a new size',
    call: `POST ${SHIRT_PATH}/variants`,
    address: `/admin?tab=products&product=${SHIRT.id}`,
    act: async (user) => {
      await click('Add Size')(user);
      await user.type(await screen.findByLabelText('Name'), 'XL');
      await user.click(
        within(screen.getByRole('form', { name: 'New size' })).getByRole('button', { name: 'Add Size' }),
      );
    },
    findPlace: async () => within(await screen.findByRole('form', { name: 'New size' })),
  },
  {
    ...UPDATE,
    what: 'the active switch of a size',
    call: `PATCH ${SHIRT_PATH}/variants/${SIZE.id}`,
    address: `/admin?tab=products&product=${SHIRT.id}`,
    act: click('Deactivate M'),
    findPlace: () => findRow('M'),
  },
  {
    what: 'the form of a new product',
    address: '/admin?tab=products&product=new',
    call: 'POST /api/admin/products',
    act: async (user) => {
      await user.type(await screen.findByLabelText('Title'), 'Mug');
      await click('Create Product')(user);
    },
    success: 'Product created',
    failure: ['Creation failed', 'Could not create product'],
    findPlace: () => findDrawer('Add New Product'),
  },
  {
    what: 'a deletion',
    address: '/admin?tab=products',
    call: `DELETE ${SHIRT_PATH}`,
    act: click(`Delete ${SHIRT.title}`),
    success: 'Product deleted',
    failure: ['Delete failed', 'Could not delete product'],
    findPlace: () => findRow(SHIRT.title),
  },
  {
    ...STATUS,
    what: 'a request in the list',
    address: '/admin?tab=requests',
    act: click('Mark Read'),
    findPlace: () => findRow(REQUEST.name),
  },
  {
    ...STATUS,
    what: 'a request in /nimda',
    address: '/nimda',
    act: click('Archive'),
    findPlace: () => findRow(REQUEST.name),
  },
  {
    ...STATUS,
    what: 'an open request',
    address: `/admin?tab=requests&request=${REQUEST.id}`,
    act: async (user) => {
      const drawer = await findDrawer(REQUEST.subject);
      await user.click(await drawer.findByRole('button', { name: 'Mark Replied' }));
    },
    findPlace: () => findDrawer(REQUEST.subject),
  },
];

const LOST_MESSAGE = "We couldn't reach the shop. Please check your connection and try again.";
const REASONS = [
  { response: { status: 409, text: 'Someone was quicker.' }, reason: 'Someone was quicker.' },
  { response: { lost: true }, reason: LOST_MESSAGE },
];

beforeEach(() => {
  jest.spyOn(window, 'confirm').mockReturnValue(true);
});
afterEach(() => {
  resetBrowser();
  jest.restoreAllMocks();
});

describe.each(CASES)('$what', ({ address, call, act: operate, success, failure, findPlace }) => {
  it('reports success', async () => {
    stubApi({ ...SHOP, [call]: { json: {} } });
    const { user } = openAdmin(address);
    await operate(user);
    await findToast(success);
  });

  it.each(REASONS)('reports a failure, whose reason stays visible: $reason', async ({ response, reason }) => {
    stubApi({ ...SHOP, [call]: response });
    const { user } = openAdmin(address);
    await operate(user);
    await findToast(...failure);
    act(clearToasts);
    const message = await (await findPlace()).findByText(reason);
    expect(message).toBeVisible();
    expect(message.closest('[role=alert]')).not.toBeNull();
  });
});
