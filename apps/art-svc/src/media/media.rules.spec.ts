import { copyFormat, copyWidth } from './media.rules.js';

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
  ])('answer %j with %s', (accept, format) => {
    expect(copyFormat(accept, 'image/png')).toBe(format);
  });

  it('keep a photo a JPEG where nothing better is taken', () => {
    expect(copyFormat('*/*', 'image/jpeg')).toBe('jpg');
  });

  it('know three widths and the original', () => {
    expect([undefined, '320', '640', '1024'].map(copyWidth)).toEqual([null, 320, 640, 1024]);
    for (const w of ['', '0', '321', '0320', ['320', '640'], {}])
      expect(() => copyWidth(w)).toThrow('Images come in the widths 320, 640, 1024.');
  });
});
