import { queryKeys, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VariantChange, VariantForm } from '@shop/contracts/catalog';
import { adminKeys } from '../../admin-keys.js';
import { addVariant, changeVariant } from '../api/variants.js';

/** Mutations of a product's variants, with their toasts and refetches. */
export function useVariantChanges(productId: string) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [adminKeys.product(productId), queryKeys.variants].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  const callbacks = {
    onSuccess: () => toast({ title: 'Product updated' }),
    onError: () => toast({ title: 'Update failed', description: 'Could not update product', variant: 'destructive' }),
    // After an error too: another admin may have changed it in between.
    onSettled: refresh,
  };
  const add = useMutation({
    mutationFn: (variables: { key: string; form: VariantForm }) => addVariant({ productId, ...variables }),
    ...callbacks,
  });
  const change = useMutation({
    mutationFn: (variables: { id: string; change: VariantChange }) => changeVariant({ productId, ...variables }),
    ...callbacks,
  });
  return { add, change };
}
