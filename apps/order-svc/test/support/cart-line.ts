import type { CartLine } from '../../src/carts/cart-line.rules.js';

/** A cart line of one t-shirt at 24.00. */
export const buildCartLine = (change: Partial<CartLine> = {}): CartLine => ({
  id: 'line',
  productId: 'product',
  generatedImageId: 'artwork',
  variantSelections: {},
  designConfig: { x: 50, y: 50, scale: 100, rotation: 0 },
  scaleSense: 'whole-artwork',
  lineKey: change.id ?? 'line',
  quantity: 1,
  joinedQuantity: 0,
  unitPriceCents: 2_400,
  title: 'T-shirt',
  category: 'tshirt',
  imageUrl: null,
  basePriceCents: 2_400,
  isSold: true,
  variantIds: {},
  sizeModifierCents: null,
  colorModifierCents: null,
  variantTypes: [],
  artworkUrl: '/media/a',
  artworkSize: { widthPx: 1024, heightPx: 1024, printedBox: null },
  print: null,
  ...change,
});
