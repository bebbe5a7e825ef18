import { loadChunk } from '@shop/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productsQuery } from '../catalogue/products.queries.js';
import { getRememberedProductId } from '../catalogue/remembered-product.js';
import type { WizardState } from './wizard-state.js';

interface PrintedName {
  /** The name without what is left out. */
  name: string;
  /** What will be left out; null if nothing. */
  notice: string | null;
}

/** How the name will be printed. The table of printable characters is downloaded with the first typed name. */
export function usePrintedName(name: string): PrintedName {
  const { data: rules } = useQuery({
    queryKey: ['pet name rules'],
    queryFn: () => loadChunk(() => import('@shop/contracts-art/pet-name')),
    enabled: name !== '',
    staleTime: Infinity,
  });
  return { name: rules?.getPrintableName(name) ?? name.trim(), notice: rules?.getPetNameNotice(name) ?? null };
}

/** The print area of the product chosen earlier in this tab; null if there is none or it is not loaded in time. */
export function useChosenPrintArea(): WizardState['printArea'] {
  const [productId] = useState(getRememberedProductId);
  const { data: products } = useQuery({ ...productsQuery, enabled: productId !== null });
  const area = products?.find(({ id }) => id === productId)?.printArea;
  return area ? { widthPx: area.widthPx, heightPx: area.heightPx } : null;
}
