/**
 * Sizes and colours of a product. A name is unique within its type, ignoring case, for inactive variants too, because carts refer to variants by
 * name. Only a colour has a swatch and a picture; only a size has a print area, with the product's proportions.
 */
import { VARIANT_POSITION_MAX, VARIANTS_MAX, type PrintArea, type VariantType } from '@shop/contracts-catalog';
import { DomainError } from '@shop/contracts-common';
import { haveSameProportions } from '../products/product-areas.rules.js';

interface Named {
  readonly id?: string;
  readonly type: VariantType;
  readonly name: string;
}

const invalidField = (code: string, field: string, message: string): DomainError =>
  new DomainError(code, 'invalid', message, { fieldErrors: { [field]: message } });

/** Not in SQL, because lower() depends on the locale of the database. The lock on the product serialises concurrent calls. */
const toComparableName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Throws 409 if another variant of the type has this name. */
export function assertNameFree(variants: readonly Named[], { id, type, name }: Named): void {
  const taken = variants.find(
    (other) => other.id !== id && other.type === type && toComparableName(other.name) === toComparableName(name),
  );
  if (!taken) return;
  const message = `There is already a ${type} called “${taken.name}”`;
  throw new DomainError('VARIANT_NAME_TAKEN', 'conflict', message, { fieldErrors: { name: message } });
}

/** Throws 409 if the product has the maximum number of variants. */
export function assertBelowLimit(variants: readonly unknown[]): void {
  if (variants.length >= VARIANTS_MAX)
    throw new DomainError('VARIANT_LIMIT', 'conflict', 'A product can have at most 100 sizes and colors.');
}

/** Fields that only one of the types has. */
export interface TypedFields {
  colorHex?: string | null;
  imageUrl?: string | null;
  printArea?: PrintArea | null;
}

/** Returns the sent fields of the type, and resets those of the other type. Throws 400 if a field of the other type has a value. */
export function selectFieldsOfType(type: VariantType, { colorHex, imageUrl, printArea }: TypedFields): TypedFields {
  if (type === 'color') {
    if (printArea) throw invalidField('VARIANT_PRINT_AREA', 'printArea', 'Only a size has a print area of its own');
    return {
      ...(colorHex === undefined ? {} : { colorHex }),
      ...(imageUrl === undefined ? {} : { imageUrl }),
      printArea: null,
    };
  }
  if (colorHex) throw invalidField('VARIANT_SWATCH', 'colorHex', 'Only a color has a swatch');
  if (imageUrl) throw invalidField('VARIANT_PICTURE', 'imageUrl', 'Only a color has a picture of its own');
  return { colorHex: null, imageUrl: null, ...(printArea === undefined ? {} : { printArea }) };
}

/** Throws 422 if an active size has other proportions than its product. */
export function assertProportions(product: PrintArea, variant: { active: boolean; printArea: PrintArea | null }): void {
  if (!variant.active || !variant.printArea || haveSameProportions(variant.printArea, product)) return;
  const message = 'The print area of a size must have the shape and the proportions of the product’s';
  throw new DomainError('VARIANT_PROPORTIONS', 'impossible', message, { fieldErrors: { printArea: message } });
}

/** The position after the last variant of the type. */
export function getNextPosition(
  variants: readonly { type: VariantType; position: number }[],
  type: VariantType,
): number {
  const positions = variants.filter((variant) => variant.type === type).map(({ position }) => position);
  return Math.min(Math.max(-1, ...positions) + 1, VARIANT_POSITION_MAX);
}
