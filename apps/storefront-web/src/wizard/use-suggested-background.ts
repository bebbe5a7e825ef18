import type { Background } from '@shop/contracts/art';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isGarment, isWhite } from '../catalogue/garment-colour.js';
import { productsQuery, variantsQuery } from '../catalogue/products.queries.js';
import { getRememberedColor, getRememberedProductId } from '../catalogue/remembered-product.js';

/**
 * The background that is chosen at first: `none` for a garment that is not white, so that there is no box on the fabric.
 * The product is the one chosen earlier in this tab; its colour is the one chosen on /customize, or it is known because
 * the product is not sold in white. Null while the catalogue loads.
 */
export function useSuggestedBackground(): Background | null {
  const [productId] = useState(getRememberedProductId);
  const products = useQuery({ ...productsQuery, enabled: productId !== null });
  const product = products.data?.find(({ id }) => id === productId);
  const garmentId = product && isGarment(product.category) ? product.id : null;
  const variants = useQuery(variantsQuery(garmentId));
  if (productId === null) return 'style';
  if (products.isPending || (garmentId !== null && variants.isPending)) return null;
  if (garmentId === null) return 'style';

  const colors = (variants.data ?? []).filter(({ type }) => type === 'color');
  const chosenColor = colors.find(({ name }) => name === getRememberedColor(garmentId));
  const possibleColors = chosenColor ? [chosenColor] : colors;
  return possibleColors.length > 0 && !possibleColors.some(isWhite) ? 'none' : 'style';
}
