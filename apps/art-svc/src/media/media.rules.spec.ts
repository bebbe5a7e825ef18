import { chooseCopyFormat, parseCopyWidth } from './media.rules.js';

describe('media rules', () => {
  it.each([
    ['image/avif,image/webp,*/*', 'avif'],
    ['image/webp, */*;q=0.8', 'webp'],
    ['IMAGE/WEBP', 'webp'],
    ['image/avif;q=0, image/webp;q=0.1', 'webp'],
    ['image/avif;q=0.0', 'png'],
    ['image/*', 'png'],
    ['*/*', 'png'],
    [undefined, 'png'],
  ])('choose for Accept %j the format %s', (accept, format) => {
    expect(chooseCopyFormat(accept, 'image/png')).toBe(format);
  });

  it('accept three widths and the original', () => {
    expect([undefined, '320', '640', '1024'].map(parseCopyWidth)).toEqual([null, 320, 640, 1024]);
    for (const w of ['', '0', '321', '0320', ['320', '640'], {}])
      expect(() => parseCopyWidth(w)).toThrow('Images come in the widths 320, 640, 1024.');
  });
});
