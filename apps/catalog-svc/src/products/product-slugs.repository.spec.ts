import type { DataSource } from 'typeorm';
import { ProductSlugsRepository } from './product-slugs.repository.js';

const found = { id: '0a1b2c3d-0000-4000-8000-000000000000', slug: 'cozy-tee' };
const slugs = new ProductSlugsRepository({
  query: async (_sql: string, [slug]: string[]) => {
    if (slug?.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
    return [found];
  },
} as unknown as DataSource);

it.each(['cozy-tee', found.id])('finds a product by %s', async (slug) => {
  expect(await slugs.findBySlug(slug)).toEqual(found);
});

it.each(['\0', 'cozy\0tee', 'cozy tee', ''])('finds nothing by %j, which is no address', async (slug) => {
  expect(await slugs.findBySlug(slug)).toBeNull();
});
