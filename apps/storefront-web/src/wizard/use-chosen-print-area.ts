import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productsQuery } from '../catalogue/products.queries.js';
import { getRememberedProductId } from '../catalogue/remembered-product.js';
import type { WizardState } from './wizard-state.js';

/** The print area of the product chosen earlier in this tab; null if there is none or it is not loaded in time. */
export function useChosenPrintArea(): WizardState['printArea'] {
  const [productId] = useState(getRememberedProductId);
  const { data: products } = useQuery({ ...productsQuery, enabled: productId !== null });
  const area = products?.find(({ id }) => id === productId)?.printArea;
  return area ? { widthPx: area.widthPx, heightPx: area.heightPx } : null;
}
