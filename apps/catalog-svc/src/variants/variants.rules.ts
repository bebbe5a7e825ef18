/**
 * Sizes and colours of a product. A name means one of each type, however it is written, sold or not: a cart chooses by it. A swatch and
 * a picture of its own are a colour's; a print area of its own is a size's (D18b), in the proportions of the product's.
 */
import { VARIANT_POSITION_MAX, VARIANTS_MAX, type PrintAreaSize, type VariantType } from '@shop/contracts/catalog';
import { DomainError } from '@shop/contracts/common';
import { haveSameProportions } from '../products/product-areas.rules.js';

interface Named {
  readonly id?: string;
  readonly type: VariantType;
  readonly name: string;
}

const refusal = (code: string, field: string, sentence: string): DomainError =>
  new DomainError(code, 'invalid', sentence, { fieldErrors: { [field]: sentence } });

/** Here rather than in the database, whose small letters depend on its locale; the product's lock keeps two calls apart. */
const key = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Throws 409 where another variant of the type has this name already. */
export function assertNameFree(variants: readonly Named[], { id, type, name }: Named): void {
  const taken = variants.find((other) => other.id !== id && other.type === type && key(other.name) === key(name));
  if (!taken) return;
  const sentence = `There is already a ${type} called “${taken.name}”`;
  throw new DomainError('VARIANT_NAME_TAKEN', 'conflict', sentence, { fieldErrors: { name: sentence } });
}

/** Throws 409 where a product has as many as it may have. */
export function assertRoom(variants: readonly unknown[]): void {
  if (variants.length >= VARIANTS_MAX)
    throw new DomainError('VARIANT_LIMIT', 'conflict', 'A product can have at most 100 sizes and colors.');
}

/** What only one of the types has. */
export interface TypedFields {
  colorHex?: string | null;
  imageUrl?: string | null;
  printArea?: PrintAreaSize | null;
}

/** The fields sent, without those of the other type. Throws 400 where one of them was filled in. */
export function fieldsOfType(type: VariantType, { colorHex, imageUrl, printArea }: TypedFields): TypedFields {
  if (type === 'color') {
    if (printArea) throw refusal('VARIANT_PRINT_AREA', 'printArea', 'Only a size has a print area of its own');
    return {
      ...(colorHex === undefined ? {} : { colorHex }),
      ...(imageUrl === undefined ? {} : { imageUrl }),
      printArea: null,
    };
  }
  if (colorHex) throw refusal('VARIANT_SWATCH', 'colorHex', 'Only a color has a swatch');
  if (imageUrl) throw refusal('VARIANT_PICTURE', 'imageUrl', 'Only a color has a picture of its own');
  return { colorHex: null, imageUrl: null, ...(printArea === undefined ? {} : { printArea }) };
}

/** Throws 422 where a size that is sold would print in other proportions than its product. */
export function assertProportions(
  product: PrintAreaSize,
  variant: { active: boolean; printArea: PrintAreaSize | null },
): void {
  if (!variant.active || !variant.printArea || haveSameProportions(variant.printArea, product)) return;
  const sentence = 'The print area of a size must have the shape and the proportions of the product’s';
  throw new DomainError('VARIANT_PROPORTIONS', 'impossible', sentence, { fieldErrors: { printArea: sentence } });
}

/** After the last of its type. */
export function lastPosition(variants: readonly { type: VariantType; position: number }[], type: VariantType): number {
  const positions = variants.filter((variant) => variant.type === type).map(({ position }) => position);
  return Math.min(Math.max(-1, ...positions) + 1, VARIANT_POSITION_MAX);
}
