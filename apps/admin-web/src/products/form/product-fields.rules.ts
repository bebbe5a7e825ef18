/**
 * The product form's fields as text. Areas are the default or the product's own; the area on the picture is in percent
 * of the picture.
 */
import {
  isKnownKind,
  PRODUCT_KINDS,
  productFormSchema,
  type DisplayedAdminProduct,
  type ProductCategory,
} from '@shop/contracts-catalog';
import type { Open } from '@shop/contracts-common';
import * as z from 'zod/mini';
import { parseSizeTable, toSizeTableText } from './size-table-text.rules.js';

export const getCategoryVariant = (category: Open<ProductCategory>): 'secondary' | 'outline' =>
  isKnownKind(category) ? 'secondary' : 'outline';

type AreaChoice = 'default' | 'own';

export interface ProductFields {
  title: string;
  description: string;
  category: DisplayedAdminProduct['category'];
  basePrice: string;
  /** Empty: not known. */
  cost: string;
  imageUrl: string;
  mockupTemplateUrl: string;
  material: string;
  care: string;
  printed: string;
  /** Lines of `M; 50.8; 73.7`. */
  sizeTable: string;
  backImageUrl: string;
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

const [FIRST_KIND] = PRODUCT_KINDS;
const NEW_PRODUCT: ProductFields = {
  title: '',
  description: '',
  category: FIRST_KIND?.key ?? '',
  basePrice: '0',
  cost: '',
  imageUrl: '',
  mockupTemplateUrl: '',
  material: '',
  care: '',
  printed: '',
  sizeTable: '',
  backImageUrl: '',
  printArea: 'default',
  printWidth: String(FIRST_KIND?.printArea.widthPx),
  printHeight: String(FIRST_KIND?.printArea.heightPx),
  printShape: 'rectangle',
  pictureArea: 'default',
  pictureX: '30',
  pictureY: '30',
  pictureWidth: '40',
  pictureHeight: '48',
};

export function toFields(product: DisplayedAdminProduct | null): ProductFields {
  if (!product) return NEW_PRODUCT;
  const { printArea, pictureArea, details } = product;
  return {
    ...NEW_PRODUCT,
    title: product.title,
    description: product.description ?? '',
    category: product.category,
    basePrice: product.basePrice,
    cost: product.cost ?? '',
    imageUrl: product.imageUrl ?? '',
    mockupTemplateUrl: product.mockupTemplateUrl ?? '',
    material: details?.material ?? '',
    care: details?.care ?? '',
    printed: details?.printed ?? '',
    sizeTable: toSizeTableText(details?.sizeTable ?? []),
    backImageUrl: details?.backImageUrl ?? '',
    printArea: product.hasOwnPrintArea ? 'own' : 'default',
    ...(printArea && {
      printWidth: String(printArea.widthPx),
      printHeight: String(printArea.heightPx),
      printShape: printArea.shape,
    }),
    pictureArea: product.hasOwnPictureArea ? 'own' : 'default',
    ...(pictureArea && {
      pictureX: toPercentText(pictureArea.x),
      pictureY: toPercentText(pictureArea.y),
      pictureWidth: toPercentText(pictureArea.width),
      pictureHeight: toPercentText(pictureArea.height),
    }),
  };
}

/** The select offers the categories; one of a newer server stays as it is. */
export const productPayloadSchema = z.extend(productFormSchema, {
  category: z.string('Please choose a category').check(z.minLength(1, 'Please choose a category')),
});
export type ProductPayload = z.output<typeof productPayloadSchema>;

/** An area that is left to its default is sent only to replace the product's own: other servers have no areas. */
const toArea = <Area>(choice: AreaChoice, before: AreaChoice, own: Area): Area | null | undefined =>
  choice === 'own' ? own : before === 'own' ? null : undefined;

const DETAILS = ['material', 'care', 'printed', 'sizeTable', 'backImageUrl'] as const;

/** Sent only if one of them differs: other servers have none. */
function toDetails(fields: ProductFields, before: ProductFields) {
  if (DETAILS.every((name) => fields[name] === before[name])) return undefined;
  const { material, care, printed, sizeTable, backImageUrl } = fields;
  return { material, care, printed, backImageUrl, sizeTable: parseSizeTable(sizeTable) };
}

/** The request body, for `productPayloadSchema`. `before`: the fields of the stored product. */
export function toForm(fields: ProductFields, before: ProductFields): z.input<typeof productPayloadSchema> {
  const { title, description, category, basePrice, imageUrl, mockupTemplateUrl } = fields;
  return {
    title,
    description,
    category,
    basePrice,
    // Other servers have no cost.
    cost: fields.cost === before.cost ? undefined : fields.cost,
    imageUrl,
    mockupTemplateUrl,
    details: toDetails(fields, before),
    printArea: toArea(fields.printArea, before.printArea, {
      widthPx: parseNumber(fields.printWidth),
      heightPx: parseNumber(fields.printHeight),
      shape: fields.printShape,
    }),
    pictureArea: toArea(fields.pictureArea, before.pictureArea, {
      x: parsePercent(fields.pictureX),
      y: parsePercent(fields.pictureY),
      width: parsePercent(fields.pictureWidth),
      height: parsePercent(fields.pictureHeight),
    }),
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
  FIELD_BY_PATH[path.join('.')] ?? ((path[0] === 'details' ? path[1] : path[0]) as FieldName);
