import { sourceOf } from './product-pictures.rules.js';

const ID = '6f3f3c0e-2f3b-4a44-9a57-3c1f4a0c7b11';

describe('pictures of products', () => {
  it('come from the catalogue where the shop draws them, and from the store where it keeps them', () => {
    expect(sourceOf('/pictures/classic-tee-black.svg')).toEqual({
      from: 'catalogue',
      path: '/pictures/classic-tee-black.svg',
    });
    expect(sourceOf(`/media/${ID}`)).toEqual({ from: 'store', imageId: ID });
    expect(sourceOf(`/media/${ID.toUpperCase()}?w=640`)).toEqual({ from: 'store', imageId: ID });
  });

  it.each([
    null,
    '',
    'https://example.com/pictures/tee.svg',
    'http://127.0.0.1:3002/pictures/tee.svg',
    '//example.com/pictures/tee.svg',
    '/pictures/../internal/products',
    '/pictures/%2e%2e/internal.svg',
    '/pictures/a/b.svg',
    '/pictures/tee.svg?x=http://example.com',
    '/pictures/tee.svg\n',
    '/media/../pictures/tee.svg',
    `/media/${ID}/x`,
    `/internal/${ID}`,
  ])('are not looked for at %j (D15)', (address) => {
    expect(sourceOf(address)).toBeNull();
  });
});
