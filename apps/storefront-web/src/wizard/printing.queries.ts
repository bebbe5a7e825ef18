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

/** The steps of the wizard share one answer. */
const CATALOGUE_STALE_MS = 60_000;

/** The product chosen earlier in this tab; undefined if there is none, while it loads, and once it is no longer sold. */
export function useRememberedProduct() {
  const [productId] = useState(getRememberedProductId);
  const { data, isPending } = useQuery({
    ...productsQuery,
    enabled: productId !== null,
    staleTime: CATALOGUE_STALE_MS,
  });
  return { product: data?.find(({ id }) => id === productId), isPending: productId !== null && isPending };
}

/** The print area of that product; null if there is none or it is not loaded in time. */
export function useChosenPrintArea(): WizardState['printArea'] {
  const area = useRememberedProduct().product?.printArea;
  return area ? { widthPx: area.widthPx, heightPx: area.heightPx } : null;
}
