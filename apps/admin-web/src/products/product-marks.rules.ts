/** What a product lacks before shoppers can buy it, in the words of the list's marks. */
import { findKind, type DisplayedAdminProduct } from '@shop/contracts-catalog';

/** Null: made in one size, or of a newer server's category. */
export function findSizeName(category: string): string | null {
  const kind = findKind(category);
  return kind?.needsSize ? kind.sizeName : null;
}

export type MarkedProduct = Pick<
  DisplayedAdminProduct,
  'category' | 'imageUrl' | 'pictureProblem' | 'basePrice' | 'hasSizeOnSale'
>;

function findPictureMark({ imageUrl, pictureProblem }: MarkedProduct): string | null {
  if (!imageUrl) return 'no picture';
  return pictureProblem === undefined ? null : 'picture can’t be shown';
}

/** `hasSizeOnSale` is unknown to a server of the specification. */
function findSizeMark({ category, hasSizeOnSale }: MarkedProduct): string | null {
  const name = findSizeName(category);
  return name && hasSizeOnSale === false ? `no ${name}` : null;
}

/** `isUnprintable`: the printer has no article for it, or for one of its sizes and colors. */
export const listMarks = (product: MarkedProduct, isUnprintable: boolean): string[] =>
  [
    findPictureMark(product),
    findSizeMark(product),
    Number(product.basePrice) === 0 ? 'price 0.00' : null,
    isUnprintable ? 'not at the printer' : null,
  ].filter((mark) => mark !== null);
