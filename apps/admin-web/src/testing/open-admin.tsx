import type { AdminProduct } from '@shop/contracts/catalog';
import { EMPTY_CART, type AdminOrder } from '@shop/contracts/order';
import type { ContactSubmission } from '@shop/contracts/support';
import { clearToasts, createQueryClient, ShopProviders } from '@shop/web-kit';
import { openPage, restoreApi } from '@shop/web-testing';
import { act, cleanup } from '@testing-library/react';
import App from '../app.js';
import { aMoney } from './builders.js';
import { NIMDA_ORDERS, NIMDA_REQUESTS, ORDERS, PRODUCTS, REQUESTS, SUMMARY } from './addresses.js';

export const anOrder = (given: Partial<AdminOrder> = {}): AdminOrder => ({
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
  ...given,
});

export const aRequest = (given: Partial<ContactSubmission> = {}): ContactSubmission => ({
  id: crypto.randomUUID(),
  name: 'Nora Lind',
  email: 'nora@example.com',
  subject: 'Where is my hoodie?',
  message: 'I ordered it two weeks ago.',
  status: 'new',
  createdAt: new Date().toISOString(),
  ...given,
});

export const aProduct = (given: Partial<AdminProduct> = {}): AdminProduct => ({
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
  ...given,
});

const person = (role: 'user' | 'admin') => ({
  json: {
    id: crypto.randomUUID(),
    email: 'ada@example.com',
    role,
    firstName: null,
    lastName: null,
    profileImageUrl: null,
  },
});
export const CUSTOMER = { 'GET /api/user': person('user'), 'GET /api/cart': { json: EMPTY_CART } };

/** What the server answers an admin of a shop in which nothing has happened yet. */
export const QUIET_SHOP = {
  'GET /api/user': person('admin'),
  'GET /api/cart': { json: EMPTY_CART },
  'GET /api/admin/stats': { json: { totalOrders: 0, totalRevenue: '0.00', totalProducts: 0, totalUsers: 1 } },
  'GET /api/admin/money': { json: aMoney() },
  [ORDERS]: { json: [] as AdminOrder[] },
  [REQUESTS]: { json: [] as ContactSubmission[] },
  [SUMMARY]: { json: { new: 0, total: 0 } },
  [PRODUCTS]: { json: [] as AdminProduct[] },
  [NIMDA_ORDERS]: { json: [] as AdminOrder[] },
  [NIMDA_REQUESTS]: { json: [] as ContactSubmission[] },
};

export const openAdmin = (address: string) =>
  openPage(
    address,
    <ShopProviders queryClient={createQueryClient()}>
      <App />
    </ShopProviders>,
  );

export function forgetBrowser(): void {
  cleanup();
  act(clearToasts);
  sessionStorage.clear();
  restoreApi();
}
