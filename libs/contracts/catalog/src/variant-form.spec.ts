import { variantChangeSchema, variantFormSchema } from './index.js';

const FORM = { type: 'size', name: 'XL' };
const getMessage = (field: string, value: unknown): string | undefined =>
  variantFormSchema.safeParse({ ...FORM, [field]: value }).error?.issues.find(({ path }) => path[0] === field)?.message;

describe('variantFormSchema', () => {
  it('requires a type and a name only', () => {
    expect(variantFormSchema.parse(FORM)).toEqual(FORM);
  });

  it.each([
    ['type', undefined, 'Please choose size or color'],
    ['type', 'weight', 'Please choose size or color'],
    ['name', undefined, 'Name is required'],
    ['name', ' \n\t ', 'Name is required'],
    ['name', 'x'.repeat(61), 'Please use at most 60 characters for the name'],
    ['priceModifier', '', 'Please give the price change, or 0'],
    ['priceModifier', null, 'Please give the price change, or 0'],
    ['priceModifier', 'dear', 'The price change must be an amount such as 2.00 or -1.50'],
    ['priceModifier', 0.125, 'The price change must be an amount such as 2.00 or -1.50'],
    ['priceModifier', Number.POSITIVE_INFINITY, 'Please give the price change, or 0'],
    ['active', 1, 'Active must be true or false'],
    ['colorHex', 'red', 'Please give the color as #rrggbb'],
    ['colorHex', '#12345g', 'Please give the color as #rrggbb'],
    [
      'imageUrl',
      'data:image/png;base64,AAAA',
      'The image address must start with https:// or be a picture of the shop',
    ],
    ['position', -1, 'The position must be a whole number from 0 to 9,999'],
    ['position', 1.5, 'The position must be a whole number from 0 to 9,999'],
    ['printArea', 'large', 'Please give the print area as a width, a height and a shape'],
    [
      'printArea',
      { widthPx: 99, heightPx: 300, shape: 'round' },
      'The width of the print area must be a whole number of pixels from 100 to 7,200',
    ],
    [
      'printArea',
      { widthPx: 300, heightPx: 7201, shape: 'round' },
      'The height of the print area must be a whole number of pixels from 100 to 7,200',
    ],
    ['printArea', { widthPx: 300, heightPx: 300, shape: 'star' }, 'The print area must be rectangle or round'],
  ])('refuses %s %j: %s', (field, value, message) => {
    expect(getMessage(field, value)).toBe(message);
  });

  it.each([
    [-1.5, '-1.50'],
    ['-0', '0.00'],
    [' 2 ', '2.00'],
  ])('writes the price change %j as %s', (priceModifier, written) => {
    expect(variantFormSchema.parse({ ...FORM, priceModifier }).priceModifier).toBe(written);
  });

  it('normalises the name', () => {
    expect(variantFormSchema.parse({ ...FORM, name: '  Cre\u0300me \n rose\u0301 🐾 ' }).name).toBe('Crème rosé 🐾');
  });

  it('writes the swatch in lower case and turns an empty one into null', () => {
    expect(variantFormSchema.parse({ ...FORM, colorHex: ' #ABCDEF ' }).colorHex).toBe('#abcdef');
    expect(variantFormSchema.parse({ ...FORM, colorHex: '', imageUrl: '' })).toMatchObject({
      colorHex: null,
      imageUrl: null,
    });
  });
});

describe('variantChangeSchema', () => {
  it('contains only the sent fields', () => {
    expect(variantChangeSchema.parse({ active: false, id: 'x', productId: 'y' })).toEqual({
      active: false,
    });
  });
});
