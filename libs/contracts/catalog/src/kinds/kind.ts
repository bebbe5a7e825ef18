import type { PrintArea } from '../areas.js';

/** How many options of a type a product usually has, and how wide each is: placeholders reserve that space. */
export interface OptionsShape {
  readonly count: number;
  readonly widthCh: number;
}

/** A size that prints another area than the kind's, in the same proportions. */
export interface SizeArea {
  /** As the catalogue has it, in upper case. */
  readonly names: readonly string[];
  readonly printArea: PrintArea;
}

/**
 * All that the shop knows about a kind of product. What a kind lacks is absent, as pages download it. Print areas are at 300 dpi. The drawings of a kind are in
 * `libs/product-pictures`.
 */
export interface ProductKind {
  /** As stored, and as calls have it. */
  readonly key: string;
  readonly name: { readonly one: string; readonly many: string };
  /** Of products that have no area of their own. `round` is cut to its outline. */
  readonly printArea: PrintArea;
  /** Width printed beyond the cut on every side, so that no unprinted edge is visible. */
  readonly bleedPx?: number;
  readonly sizeAreas?: readonly SizeArea[];
  /** The whole print area is printed: the artwork's ground is continued where the artwork does not reach. */
  readonly continuesGround?: true;
  /** Worn: printed on cloth in a color, where a left chest is. */
  readonly isGarment?: true;
  /** Artwork whose ground can't be continued may be enlarged until it covers the product: “Fill the case”. */
  readonly canBeFilled?: true;
  /** What shoppers call a size. */
  readonly sizeName: 'size' | 'model';
  /** Whether it can't be sold without a size. */
  readonly needsSize?: true;
  readonly usualOptions: { readonly size: OptionsShape; readonly color: OptionsShape };
  /** What a row of its size table measures, and the unit in which an admin enters it. */
  readonly sizeTable: { readonly columns: readonly string[]; readonly unit: 'cm' | 'in' };
  /** What is printed, for a shopper. */
  readonly printed: string;
  /** The tile on the landing page, in this order. */
  readonly tile?: { readonly position: number; readonly title: string; readonly text: string };
  /** What events call it, for readers that were released before it. Absent for the first four. */
  readonly standIn?: string;
}

export const rectangle = (widthPx: number, heightPx: number): PrintArea => ({ widthPx, heightPx, shape: 'rectangle' });
