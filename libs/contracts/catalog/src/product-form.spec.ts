import { productChangeSchema, productFormSchema } from './index.js';

const FORM = { title: 'Classic Tee', category: 'tshirt', basePrice: 24 };
const getMessage = (field: string, value: unknown): string | undefined =>
  productFormSchema.safeParse({ ...FORM, [field]: value }).error?.issues.find(({ path }) => path[0] === field)?.message;

describe('productFormSchema', () => {
  it('requires a title, a category and a price only', () => {
    expect(productFormSchema.parse(FORM)).toEqual({ title: 'Classic Tee', category: 'tshirt', basePrice: '24.00' });
  });

  it.each([
    ['title', undefined, 'Title is required'],
    ['title', '   ', 'Title is required'],
    ['title', 'x'.repeat(201), 'Please use at most 200 characters for the title'],
    ['category', undefined, 'Please choose a category'],
    ['category', 'mug', 'Please choose a category'],
    ['basePrice', undefined, 'Price is required'],
    ['basePrice', '', 'Price is required'],
    ['basePrice', null, 'Price is required'],
    ['basePrice', -1, 'Price must be 0 or more'],
    ['basePrice', 'cheap', 'Price must be an amount such as 24.00'],
    ['basePrice', 1.999, 'Price must be an amount such as 24.00'],
    ['basePrice', 100_000_000, 'Price must be an amount such as 24.00'],
    ['basePrice', Number.NaN, 'Price is required'],
    ['description', 'x'.repeat(5001), 'Please use at most 5,000 characters for the description'],
    ['imageUrl', 'http://example.com/a.png', 'The image address must start with https:// or be a picture of the shop'],
    ['imageUrl', 'javascript:alert(1)', 'The image address must start with https:// or be a picture of the shop'],
    ['imageUrl', '//example.com/a.png', 'The image address must start with https:// or be a picture of the shop'],
    ['imageUrl', '/media/../secret', 'The image address must start with https:// or be a picture of the shop'],
    ['imageUrl', '/media/photo.png', 'The image address must start with https:// or be a picture of the shop'],
    [
      'imageUrl',
      '/media/5b7a1a52-6f0c-4dd1-8a5e-7f7e6a4dfc11?w=641',
      'The image address must start with https:// or be a picture of the shop',
    ],
    [
      'imageUrl',
      '/pictures/classic-tee-white.png',
      'The image address must start with https:// or be a picture of the shop',
    ],
    ['imageUrl', 'https:example.com', 'The image address must start with https:// or be a picture of the shop'],
    ['imageUrl', 'https://', 'The image address must start with https:// or be a picture of the shop'],
    [
      'imageUrl',
      'https://example.com/a\n.png',
      'The image address must start with https:// or be a picture of the shop',
    ],
    ['imageUrl', 'x'.repeat(2001), 'Please use at most 2,000 characters for the image address'],
    ['imageUrl', '/api/products', 'The image address must start with https:// or be a picture of the shop'],
    [
      'mockupTemplateUrl',
      'ftp://example.com',
      'The mock-up address must start with https:// or be a picture of the shop',
    ],
    ['active', 'yes', 'Active must be true or false'],
    [
      'printArea',
      { widthPx: 4500.5, heightPx: 5400, shape: 'rectangle' },
      'The width of the print area must be a whole number of pixels from 100 to 7,200',
    ],
    [
      'printArea',
      { widthPx: 4500, shape: 'rectangle' },
      'The height of the print area must be a whole number of pixels from 100 to 7,200',
    ],
    ['pictureArea', { x: 0.6, y: 0, width: 0.5, height: 0.5 }, 'The area must lie inside the picture'],
    ['pictureArea', { x: -0.1, y: 0, width: 0.5, height: 0.5 }, 'The area must lie inside the picture'],
    ['pictureArea', { x: 0, y: Number.NaN, width: 0.5, height: 0.5 }, 'The area must lie inside the picture'],
    ['pictureArea', { x: 0, y: 0, width: 0, height: 0.5 }, 'The area on the picture is too small'],
    ['pictureArea', [0, 0, 1, 1], 'Please give the area on the picture as x, y, width and height'],
  ])('refuses %s %j: %s', (field, value, message) => {
    expect(getMessage(field, value)).toBe(message);
  });

  it.each([
    'https://cdn.example.com/a b.png',
    '/pictures/classic-tee-white.svg',
    '/media/5b7a1a52-6f0c-4dd1-8a5e-7f7e6a4dfc11?w=640',
  ])('accepts the picture %s', (imageUrl) => {
    expect(productFormSchema.parse({ ...FORM, imageUrl }).imageUrl).toBe(imageUrl);
  });

  it('turns empty optional fields into null', () => {
    expect(productFormSchema.parse({ ...FORM, description: ' ', imageUrl: '', mockupTemplateUrl: null })).toMatchObject(
      { description: null, imageUrl: null, mockupTemplateUrl: null },
    );
  });

  it('accepts areas, and null for the default areas', () => {
    const areas = {
      printArea: { widthPx: 4500, heightPx: 5400, shape: 'round' },
      pictureArea: { x: 0.1, y: 0.3, width: 0.9, height: 0.7 },
    };
    expect(productFormSchema.parse({ ...FORM, ...areas })).toMatchObject(areas);
    expect(productFormSchema.parse({ ...FORM, printArea: null, pictureArea: null })).toMatchObject({
      printArea: null,
      pictureArea: null,
    });
  });

  it.each([
    [24, '24.00'],
    ['24.5', '24.50'],
    [0, '0.00'],
    ['99999999.99', '99999999.99'],
  ])('writes the price %j as %s', (basePrice, written) => {
    expect(productFormSchema.parse({ ...FORM, basePrice }).basePrice).toBe(written);
  });
});

describe('productChangeSchema', () => {
  it('contains only the sent fields and drops unknown ones', () => {
    expect(productChangeSchema.parse({ active: false, id: 'x', createdAt: 'never' })).toEqual({ active: false });
    expect(productChangeSchema.parse({})).toEqual({});
  });

  it('refuses the same values as the form', () => {
    expect(productChangeSchema.safeParse({ title: '' }).success).toBe(false);
  });
});
