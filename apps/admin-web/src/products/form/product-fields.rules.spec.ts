import { productFormSchema } from '@shop/contracts-catalog';
import { createProduct } from '../../testing/open-admin.js';
import { toFieldName, toFields, toForm } from './product-fields.rules.js';

describe('product form fields', () => {
  it('convert a product and back without changes', () => {
    const product = createProduct({
      hasOwnPrintArea: true,
      hasOwnPictureArea: true,
      imageUrl: '/pictures/classic-tee-white.svg',
    });
    const fields = toFields(product);
    expect(productFormSchema.parse(toForm(fields, fields))).toEqual({
      title: product.title,
      description: product.description,
      category: product.category,
      basePrice: product.basePrice,
      imageUrl: product.imageUrl,
      mockupTemplateUrl: null,
      printArea: product.printArea,
      pictureArea: product.pictureArea,
    });
  });

  it('send null for an area that is no longer the product’s own, and nothing for one that never was', () => {
    const own = toFields(createProduct({ hasOwnPrintArea: true, hasOwnPictureArea: true }));
    const byDefault = toFields(createProduct());
    expect(toForm(byDefault, own)).toMatchObject({ printArea: null, pictureArea: null });
    expect(toForm(byDefault, byDefault)).toMatchObject({ printArea: undefined, pictureArea: undefined });
  });

  it.each([
    [
      { printArea: 'own' as const, printWidth: '' },
      'printWidth',
      'The width of the print area must be a whole number of pixels from 100 to 7,200',
    ],
    [
      { printArea: 'own' as const, printHeight: '12.5' },
      'printHeight',
      'The height of the print area must be a whole number of pixels from 100 to 7,200',
    ],
    [
      { pictureArea: 'own' as const, pictureX: '80', pictureWidth: '40' },
      'pictureWidth',
      'The area must lie inside the picture',
    ],
    [{ title: ' ' }, 'title', 'Title is required'],
  ])('assign the validation message for %j to its field', (overrides, field, message) => {
    const fields = { ...toFields(null), title: 'Tee', ...overrides };
    const issue = productFormSchema.safeParse(toForm(fields, fields)).error?.issues[0];
    expect([toFieldName(issue?.path ?? []), issue?.message]).toEqual([field, message]);
  });
});
