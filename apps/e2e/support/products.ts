import { randomUUID } from 'node:crypto';
import type { Stack } from '@shop/tools/stack';
import { must, theAdmin } from './people.ts';

export interface MadeProduct {
  id: string;
  title: string;
  description: string | null;
  category: string;
  basePrice: string;
  active: boolean;
}

export const newTitle = (): string => `Cosy Blanket ${randomUUID().slice(0, 8)}`;

/** A product of a test's own, on sale. */
export async function newProduct(shop: Stack): Promise<MadeProduct> {
  const data = { title: newTitle(), description: 'Warm, wide and washable.', category: 'hoodie', basePrice: '49.90' };
  return must((await theAdmin(shop)).api.post('/api/admin/products', { data }));
}

/** As admins see all of them. */
export const allProducts = async (shop: Stack): Promise<MadeProduct[]> =>
  must((await theAdmin(shop)).api.get('/api/admin/products?limit=500'));
