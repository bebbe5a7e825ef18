import type { AdminProduct } from '@shop/contracts-catalog';
import { type AdminOrder, EMPTY_CART, type UnprintableProduct } from '@shop/contracts-order';
import type { ContactSubmission } from '@shop/contracts-support';
import { cancelCodeRequest, clearToasts, createQueryClient, ShopProviders } from '@shop/web-kit';
import { openPage, restoreApi, stubApi } from '@shop/web-testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import App from '../app.js';
import {
  createMoney,
  NIMDA_ORDERS,
  NIMDA_REQUESTS,
  ORDERS,
  ORDERS_OF_SENDER,
  PRODUCTS,
  REQUESTS,
  REVIEW_SUMMARY,
  SUMMARY,
} from './builders.js';

export const createOrder = (overrides: Partial<AdminOrder> = {}): AdminOrder => ({
  id: crypto.randomUUID(),
  orderNumber: 'PA-7K3M9QXW2T',
  createdAt: new Date().toISOString(),
  status: 'paid',
  paymentStatus: 'paid',
  email: null,
  total: '61.83',
  shippingAddress: {
    name: 'Pat Doe',
    address: '12 Elm Street',
    city: 'Springfield',
    state: 'IL',
    zip: '62704',
    country: 'US',
  },
  ...overrides,
});

export const createRequest = (overrides: Partial<ContactSubmission> = {}): ContactSubmission => ({
  id: crypto.randomUUID(),
  name: 'Nora Lind',
  email: 'nora@example.com',
  subject: 'Where is my hoodie?',
  message: 'I ordered it two weeks ago.',
  status: 'new',
  createdAt: new Date().toISOString(),
  version: 'new.0',
  ...overrides,
});

export const createProduct = (overrides: Partial<AdminProduct> = {}): AdminProduct => ({
  id: crypto.randomUUID(),
  title: 'Classic T-Shirt',
  description: 'Soft cotton.',
  category: 'tshirt',
  basePrice: '24.00',
  imageUrl: null,
  mockupTemplateUrl: null,
  active: true,
  createdAt: new Date().toISOString(),
  printArea: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
  pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.48 },
  hasOwnPrintArea: false,
  hasOwnPictureArea: false,
  version: 1,
  ...overrides,
});

const createUserResponse = (role: 'user' | 'admin') => ({
  json: {
    id: crypto.randomUUID(),
    email: 'ada@example.com',
    role,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
  },
});
export const SIGNED_IN_CUSTOMER = {
  'GET /api/user': createUserResponse('user'),
  'GET /api/cart': { json: EMPTY_CART },
};

/** Responses for an admin of a shop without any data. */
export const EMPTY_SHOP = {
  'GET /api/user': createUserResponse('admin'),
  'GET /api/cart': { json: EMPTY_CART },
  'GET /api/admin/stats': { json: { totalOrders: 0, totalRevenue: '0.00', totalProducts: 0, totalUsers: 1 } },
  'GET /api/admin/money': { json: createMoney() },
  'GET /api/admin/unprintable-products': { json: [] as UnprintableProduct[] },
  [ORDERS]: { json: [] as AdminOrder[] },
  [REQUESTS]: { json: [] as ContactSubmission[] },
  [SUMMARY]: { json: { new: 0, total: 0 } },
  [REVIEW_SUMMARY]: { json: { pending: 0 } },
  [ORDERS_OF_SENDER]: { json: [] as AdminOrder[] },
  [PRODUCTS]: { json: [] as AdminProduct[] },
  [NIMDA_ORDERS]: { json: [] as AdminOrder[] },
  [NIMDA_REQUESTS]: { json: [] as ContactSubmission[] },
};

export function openAdmin(address: string) {
  const queryClient = createQueryClient();
  const page = openPage(
    address,
    <ShopProviders queryClient={queryClient}>
      <App />
    </ShopProviders>,
  );
  return { ...page, queryClient };
}

export function resetBrowser(): void {
  cleanup();
  act(clearToasts);
  cancelCodeRequest();
  sessionStorage.clear();
  restoreApi();
}

export const SHIRT = createProduct();
export const SHIRT_PATH = `/api/admin/products/${SHIRT.id}`;

/** Answers of a shop with one product, without variants and timeline. */
export const SHIRT_SHOP: Parameters<typeof stubApi>[0] = {
  ...EMPTY_SHOP,
  [PRODUCTS]: { json: [SHIRT] },
  [`GET ${SHIRT_PATH}`]: { json: SHIRT },
  [`GET ${SHIRT_PATH}/variants`]: { json: [] },
  [`GET ${SHIRT_PATH}/timeline`]: { json: [] },
  [`GET /api/admin/unprintable-products?productId=${SHIRT.id}`]: { json: [] as UnprintableProduct[] },
};

/** Opens the drawer of a product without variants and timeline, unless the responses contain some. */
export async function openShirt(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({ ...SHIRT_SHOP, ...responses });
  const { user } = openAdmin(`/admin?tab=products&product=${SHIRT.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  await drawer.findByLabelText('Title');
  return { user, server, drawer };
}
