import { toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { createProduct, deleteProduct, updateProduct } from './api/save-product.js';

const failed = (title: string, description: string) => () => toast({ title, description, variant: 'destructive' });

/** The three changes of the catalogue, with their toasts and what is asked for again after each. */
export function useProductChanges() {
  const queryClient = useQueryClient();
  const refetch = (...keys: (readonly string[])[]) => Promise.all([...keys, ['products']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

  const create = useMutation({
    mutationFn: createProduct,
    onSuccess: () => {
      toast({ title: 'Product created' });
      return refetch(adminKeys.products, adminKeys.stats);
    },
    onError: failed('Creation failed', 'Could not create product'),
  });
  const update = useMutation({
    mutationFn: updateProduct,
    onSuccess: () => {
      toast({ title: 'Product updated' });
      return refetch(adminKeys.products);
    },
    onError: failed('Update failed', 'Could not update product'),
  });
  const remove = useMutation({
    mutationFn: deleteProduct,
    onSuccess: () => {
      toast({ title: 'Product deleted' });
      return refetch(adminKeys.products, adminKeys.stats);
    },
    onError: failed('Delete failed', 'Could not delete product'),
  });
  return { create, update, remove };
}
