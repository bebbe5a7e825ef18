import { stubApi } from '@shop/web-testing';
import { screen, within } from '@testing-library/react';
import { PRODUCTS } from './addresses.js';
import { aProduct, openAdmin, QUIET_SHOP } from './open-admin.js';

export const SHIRT = aProduct();
export const SHIRT_ADDRESS = `/api/admin/products/${SHIRT.id}`;

/** The sheet of a product that has no variants and no story, unless the answers say so. */
export async function openShirt(answers: Parameters<typeof stubApi>[0] = {}) {
  const server = stubApi({
    ...QUIET_SHOP,
    [PRODUCTS]: { json: [SHIRT] },
    [`GET ${SHIRT_ADDRESS}`]: { json: SHIRT },
    [`GET ${SHIRT_ADDRESS}/variants`]: { json: [] },
    [`GET ${SHIRT_ADDRESS}/timeline`]: { json: [] },
    ...answers,
  });
  const { user } = openAdmin(`/admin?tab=products&product=${SHIRT.id}`);
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit Product' }));
  await sheet.findByLabelText('Title');
  return { user, server, sheet };
}
