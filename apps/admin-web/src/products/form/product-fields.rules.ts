/**
 * The product form's fields as text. Areas are the default or the product's own; the area on the picture is in percent
 * of the picture.
 */
import type { AdminProduct, productFormSchema } from '@shop/contracts/catalog';
import type * as z from 'zod/mini';

type AreaChoice = 'default' | 'own';

export interface ProductFields {
  title: string;
  description: string;
  category: AdminProduct['category'];
  basePrice: string;
  imageUrl: string;
  mockupTemplateUrl: string;
  printArea: AreaChoice;
  printWidth: string;
  printHeight: string;
  printShape: 'rectangle' | 'round';
  pictureArea: AreaChoice;
  pictureX: string;
  pictureY: string;
  pictureWidth: string;
  pictureHeight: string;
}

export type FieldName = keyof ProductFields;

const toPercentText = (fraction: number): string => String(Math.round(fraction * 10_000) / 100);
const parsePercent = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text) / 100);
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const NEW_PRODUCT: ProductFields = {
  title: '',
  description: '',
  category: 'tshirt',
  basePrice: '0',
  imageUrl: '',
  mockupTemplateUrl: '',
  printArea: 'default',
  printWidth: '4500',
  printHeight: '5400',
  printShape: 'rectangle',
  pictureArea: 'default',
  pictureX: '30',
  pictureY: '30',
  pictureWidth: '40',
  pictureHeight: '48',
};

export function toFields(product: AdminProduct | null): ProductFields {
  if (!product) return NEW_PRODUCT;
  const { printArea, pictureArea } = product;
  return {
    title: product.title,
    description: product.description ?? '',
    category: product.category,
    basePrice: product.basePrice,
    imageUrl: product.imageUrl ?? '',
    mockupTemplateUrl: product.mockupTemplateUrl ?? '',
    printArea: product.hasOwnPrintArea ? 'own' : 'default',
    printWidth: String(printArea.widthPx),
    printHeight: String(printArea.heightPx),
    printShape: printArea.shape,
    pictureArea: product.hasOwnPictureArea ? 'own' : 'default',
    pictureX: toPercentText(pictureArea.x),
    pictureY: toPercentText(pictureArea.y),
    pictureWidth: toPercentText(pictureArea.width),
    pictureHeight: toPercentText(pictureArea.height),
  };
}

/** The request body. The contract's schema validates it. */
export function toForm(fields: ProductFields): z.input<typeof productFormSchema> {
  const { title, description, category, basePrice, imageUrl, mockupTemplateUrl } = fields;
  return {
    title,
    description,
    category,
    basePrice,
    imageUrl,
    mockupTemplateUrl,
    printArea:
      fields.printArea === 'own'
        ? {
            widthPx: parseNumber(fields.printWidth),
            heightPx: parseNumber(fields.printHeight),
            shape: fields.printShape,
          }
        : null,
    pictureArea:
      fields.pictureArea === 'own'
        ? {
            x: parsePercent(fields.pictureX),
            y: parsePercent(fields.pictureY),
            width: parsePercent(fields.pictureWidth),
            height: parsePercent(fields.pictureHeight),
          }
        : null,
  };
}

const FIELD_BY_PATH: Readonly<Record<string, FieldName>> = {
  'printArea.widthPx': 'printWidth',
  'printArea.heightPx': 'printHeight',
  'printArea.shape': 'printShape',
  'pictureArea.x': 'pictureX',
  'pictureArea.y': 'pictureY',
  'pictureArea.width': 'pictureWidth',
  'pictureArea.height': 'pictureHeight',
  pictureArea: 'pictureWidth',
};

/** The form field for the path of a validation error. */
export const toFieldName = (path: readonly PropertyKey[]): FieldName =>
  FIELD_BY_PATH[path.join('.')] ?? (path[0] as FieldName);
