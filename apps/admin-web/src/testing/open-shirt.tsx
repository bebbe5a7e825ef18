import { stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { PRODUCTS } from './request-names.js';
import { createProduct, openAdmin, EMPTY_SHOP } from './open-admin.js';

export const SHIRT = createProduct();
export const SHIRT_PATH = `/api/admin/products/${SHIRT.id}`;

/** Opens the drawer of a product without variants and timeline, unless the responses contain some. */
export async function openShirt(responses: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...EMPTY_SHOP,
    [PRODUCTS]: { json: [SHIRT] },
    [`GET ${SHIRT_PATH}`]: { json: SHIRT },
    [`GET ${SHIRT_PATH}/variants`]: { json: [] },
    [`GET ${SHIRT_PATH}/timeline`]: { json: [] },
    ...responses,
  });
  const { user } = openAdmin(`/admin?tab=products&product=${SHIRT.id}`);
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  await drawer.findByLabelText('Title');
  return { user, server, drawer };
}
