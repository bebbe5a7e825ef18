import { PICTURE_WIDTHS_PX, getPictureCopyUrl } from './picture-copies.js';

describe('getPictureCopyUrl', () => {
  it('returns the URL of the copy of each width', () => {
    expect(PICTURE_WIDTHS_PX.map((width) => getPictureCopyUrl('/pictures/round-tag-rose-gold.svg', width))).toEqual([
      '/pictures/round-tag-rose-gold-480.avif',
      '/pictures/round-tag-rose-gold-1000.avif',
      '/pictures/round-tag-rose-gold-1600.avif',
    ]);
  });

  it.each([
    '/pictures/a.png',
    '/pictures/../secret.svg',
    '/pictures/a.svg?x',
    'https://example.com/pictures/a.svg',
    '/media/a.svg',
    '/pictures/.svg',
    '',
  ])('returns null for %j', (url) => {
    expect(getPictureCopyUrl(url, 480)).toBeNull();
  });
});
