import { findPictureSource } from './product-pictures.rules.js';

const ID = '6f3f3c0e-2f3b-4a44-9a57-3c1f4a0c7b11';

describe('findPictureSource', () => {
  it('finds pictures of the catalogue and of the store', () => {
    expect(findPictureSource('/pictures/classic-tee-black.svg')).toEqual({
      from: 'catalogue',
      path: '/pictures/classic-tee-black.svg',
    });
    expect(findPictureSource(`/media/${ID}`)).toEqual({ from: 'store', imageId: ID });
    expect(findPictureSource(`/media/${ID.toUpperCase()}?w=640`)).toEqual({ from: 'store', imageId: ID });
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
  ])('rejects %j', (address) => {
    expect(findPictureSource(address)).toBeNull();
  });
});
