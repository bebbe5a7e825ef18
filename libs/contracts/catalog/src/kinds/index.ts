/**
 * The kinds of products, in the order of selects and filters. Everything else about a kind derives from its definition
 * (CONTRIBUTING.md, "How do I add a mug?").
 */
import type { PrintArea } from '../areas.js';
import { hoodie } from './hoodie.js';
import type { ProductKind } from './kind.js';
import { petTag } from './pet-tag.js';
import { phoneCase } from './phone-case.js';
import { poster } from './poster.js';
import { tshirt } from './tshirt.js';

export type { OptionsShape, ProductKind } from './kind.js';

const KINDS = [tshirt, hoodie, phoneCase, petTag, poster] as const;

export type ProductCategory = (typeof KINDS)[number]['key'];

export const PRODUCT_KINDS: readonly (ProductKind & { readonly key: ProductCategory })[] = KINDS;

const KIND_BY_KEY: ReadonlyMap<string, ProductKind> = new Map(PRODUCT_KINDS.map((kind) => [kind.key, kind]));

/** Undefined for a category that this version does not know. */
export const findKind = (category: string | null | undefined): ProductKind | undefined =>
  KIND_BY_KEY.get(category ?? '');

export const isKnownKind = (category: string): category is ProductCategory => KIND_BY_KEY.has(category);

type Keys<List extends readonly ProductKind[]> = { readonly [Index in keyof List]: List[Index]['key'] };
export const PRODUCT_CATEGORIES = KINDS.map(({ key }) => key) as unknown as Keys<typeof KINDS>;

type FirstKind = Exclude<(typeof KINDS)[number], { standIn: string }>['key'];
/** What events call the kinds: the ones that all released readers know. */
export const EVENT_CATEGORIES = PRODUCT_KINDS.filter(({ standIn }) => standIn === undefined).map(
  ({ key }) => key,
) as unknown as readonly [FirstKind, ...FirstKind[]];

/** What an event calls a kind. Readers of this version read its field `kind`. */
export const toEventCategory = (category: ProductCategory): FirstKind =>
  (findKind(category)?.standIn ?? category) as FirstKind;

/** Of products that have no area of their own. */
export const PRINT_AREAS = Object.fromEntries(PRODUCT_KINDS.map(({ key, printArea }) => [key, printArea])) as Readonly<
  Record<ProductCategory, PrintArea>
>;

/** 10 × 10 in, for a category that this version does not know. */
const OTHER_PRINT_AREA: PrintArea = { widthPx: 3000, heightPx: 3000, shape: 'rectangle' };

/** The area of a size (`"M"`) that prints another one than its kind; null for others. */
export function findSizeArea(category: string, size: string | null | undefined): PrintArea | null {
  const name = size
    ?.trim()
    .toUpperCase()
    .replace(/(\d)\s*[X×]\s*(?=\d)/g, '$1 × ');
  return findKind(category)?.sizeAreas?.find(({ names }) => names.some((each) => each === name))?.printArea ?? null;
}

/** The default area of a category, for a size that may print another one. */
export const getDefaultPrintArea = (category: string, size?: string | null): PrintArea =>
  findSizeArea(category, size) ?? findKind(category)?.printArea ?? OTHER_PRINT_AREA;

/** The name of one product of the kind. One of a newer server is shown as its text. */
export const getKindName = (category: string): string => findKind(category)?.name.one ?? category;

/** The name of several products of the kind. */
export const getKindNames = (category: string): string => findKind(category)?.name.many ?? category;

export const isGarment = (category: string | null | undefined): boolean => findKind(category)?.isGarment ?? false;

/** Whether the artwork's ground is continued to the edges of the print area. */
export const continuesGround = (category: string | null | undefined): boolean =>
  findKind(category)?.continuesGround ?? false;

/** What shoppers call a choice: the sizes of phone cases are phone models. */
export const getChoiceLabel = (option: string, category: string | null | undefined): string =>
  option === 'size' ? (findKind(category)?.sizeName ?? option) : option;

/** The bleed of any area, also of a product's own. Only round areas are cut to their outline and need a bleed. */
export const getBleedPx = ({ shape }: Pick<PrintArea, 'shape'>): number =>
  PRODUCT_KINDS.find(({ printArea }) => printArea.shape === shape)?.bleedPx ?? 0;
