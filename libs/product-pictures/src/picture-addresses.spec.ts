import {
  assertPictureExists,
  listCopyFiles,
  findPicture,
  findPictureByUrl,
  isPictureCopy,
  findOverlayUrl,
  listPictureFiles,
  getBackPictureUrl,
  getPictureUrl,
} from './picture-addresses.js';

describe('addresses of product pictures', () => {
  it('lead to the cut and colour they name', () => {
    const url = getPictureUrl('round-tag', 'rose-gold');
    expect(url).toBe('/pictures/round-tag-rose-gold.svg');
    expect(findPictureByUrl(url)).toMatchObject({ key: 'round-tag', colour: 'rose-gold' });
  });

  it('name the back of a garment, which is not the picture that is printed on', () => {
    const url = getBackPictureUrl('classic-tee');
    expect(url).toBe('/pictures/classic-tee-white-back.svg');
    expect(findPicture('classic-tee-white-back.svg')).toMatchObject({ key: 'classic-tee', isBack: true });
    expect(findPictureByUrl(url)).toBeUndefined();
    expect(getBackPictureUrl('round-tag')).toBeNull();
  });

  it('have an overlay beside every colour of a cut', () => {
    for (const file of listPictureFiles()) {
      const overlay = findOverlayUrl(`/pictures/${file}`);
      if (/-(overlay|back)\.svg$/.test(file)) expect(overlay).toBeNull();
      else expect(findPicture(overlay?.replace('/pictures/', '') ?? '')).toMatchObject({ colour: null });
    }
  });

  it('have three copies beside each, which are no pictures of a product by themselves', () => {
    expect(listCopyFiles()).toHaveLength(3 * listPictureFiles().length);
    expect(
      listCopyFiles().filter(
        (file) =>
          !isPictureCopy(file) ||
          findPicture(file) !== undefined ||
          findPictureByUrl(`/pictures/${file}`) !== undefined,
      ),
    ).toEqual([]);
    expect(
      [
        'classic-tee-white-1000.avif',
        'classic-tee-overlay-480.avif',
        'classic-tee-white.avif',
        'classic-tee-white-999.avif',
        '__proto__',
      ].map(isPictureCopy),
    ).toEqual([true, true, false, false, false]);
  });

  it.each([
    null,
    '',
    'https://example.com/pictures/classic-tee-white.svg',
    '/pictures/classic-tee-pink.svg',
    '/pictures/../classic-tee-white.svg',
    '/media/classic-tee-white.svg',
  ])('are not the shop’s: %j', (url) => {
    expect(findPictureByUrl(url)).toBeUndefined();
    expect(findOverlayUrl(url)).toBeNull();
  });

  it.each(['classic-tee-purple.svg', 'classic-tee-white.png', 'toString', '__proto__', 'classic-tee-white.svg/', ''])(
    'name no picture: %j',
    (file) => {
      expect(findPicture(file)).toBeUndefined();
    },
  );

  it('are rejected if the shop draws no such picture, and accepted if they are foreign', () => {
    expect(() => assertPictureExists('imageUrl', '/pictures/classic-tee-purple.svg')).toThrow(
      'The shop draws no such picture',
    );
    for (const url of [
      '/pictures/classic-tee-white.svg',
      '/pictures/classic-tee-overlay.svg',
      'https://example.com/pictures/x.svg',
      '/media/x',
      null,
      undefined,
    ]) {
      expect(() => assertPictureExists('imageUrl', url)).not.toThrow();
    }
  });
});
