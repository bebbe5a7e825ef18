import { listMarks, type MarkedProduct } from './product-marks.rules.js';

const PICTURES: [Pick<MarkedProduct, 'imageUrl' | 'pictureProblem'>, string[]][] = [
  [{ imageUrl: '/pictures/a.svg' }, []],
  [{ imageUrl: null }, ['no picture']],
  [{ imageUrl: '' }, ['no picture']],
  [{ imageUrl: 'https://a.example/b.png', pictureProblem: 'It is gone.' }, ['picture can’t be shown']],
];
const SIZES: [Pick<MarkedProduct, 'category' | 'hasSizeOnSale'>, string[]][] = [
  ...['tshirt', 'hoodie', 'phone-case', 'pet-tag', 'mug'].map((category): (typeof SIZES)[number] => [
    { category, hasSizeOnSale: true },
    [],
  ]),
  // A server of the specification doesn't say.
  [{ category: 'tshirt' }, []],
  [{ category: 'tshirt', hasSizeOnSale: false }, ['no size']],
  [{ category: 'hoodie', hasSizeOnSale: false }, ['no size']],
  [{ category: 'phone-case', hasSizeOnSale: false }, ['no model']],
  [{ category: 'pet-tag', hasSizeOnSale: false }, []],
  [{ category: 'mug', hasSizeOnSale: false }, []],
];
const PRICES: [string, string[]][] = [
  ['24.00', []],
  ['0.01', []],
  ['0.00', ['price 0.00']],
];

it('a product is marked with everything that it lacks, and with nothing else', () => {
  for (const [picture, pictureMarks] of PICTURES)
    for (const [size, sizeMarks] of SIZES)
      for (const [basePrice, priceMarks] of PRICES)
        for (const isUnprintable of [false, true])
          expect(listMarks({ ...picture, ...size, basePrice }, isUnprintable)).toEqual([
            ...pictureMarks,
            ...sizeMarks,
            ...priceMarks,
            ...(isUnprintable ? ['not at the printer'] : []),
          ]);
});
