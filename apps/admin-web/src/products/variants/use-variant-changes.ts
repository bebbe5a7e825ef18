import { changeVariant, createVariant } from '@shop/contracts/routes';
import { api, queryKeys, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VariantChange, VariantForm } from '@shop/contracts/catalog';
import { adminKeys } from '../../admin-keys.js';

/** Mutations of a product's variants, with their toasts and refetches. The same `key` creates one variant. */
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
    mutationFn: ({ key, form }: { key: string; form: VariantForm }) =>
      api.call(createVariant, { params: { id: productId }, body: form, headers: { 'idempotency-key': key } }),
    ...callbacks,
  });
  const change = useMutation({
    mutationFn: ({ id, change: body }: { id: string; change: VariantChange }) =>
      api.call(changeVariant, { params: { id: productId, variantId: id }, body }),
    ...callbacks,
  });
  return { add, change };
}
