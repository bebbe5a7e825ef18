import { formatCents } from '@shop/contracts/common';
import type { Cart, CartItem } from '@shop/contracts/order';
import type { PricedCart, PricedLine } from './cart-pricing.rules.js';

const toCartItem = (line: PricedLine): CartItem => ({
  id: line.id,
  productId: line.productId,
  generatedImageId: line.generatedImageId,
  quantity: line.quantity,
  unitPrice: formatCents(line.currentPriceCents),
  variantSelections: line.variantSelections,
  designConfig: line.designConfig,
  available: line.available,
  generatedImage: line.artworkUrl === null ? null : { id: line.generatedImageId, url: line.artworkUrl },
  product: line.title === null ? null : { id: line.productId, title: line.title, imageUrl: line.imageUrl },
  print: line.print,
});

export const toCart = ({ lines, subtotalCents, itemCount }: PricedCart): Cart => ({
  items: lines.map(toCartItem),
  subtotal: formatCents(subtotalCents),
  itemCount,
});
