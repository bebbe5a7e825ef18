import type { AdminProduct } from '@shop/contracts/catalog';
import { queryKeys, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../admin-keys.js';
import { askListsAgain, changeRow } from '../lists/paged-query.js';
import { createProduct, deleteProduct, updateProduct } from './api/save-product.js';

const failed = (title: string, description: string) => () => toast({ title, description, variant: 'destructive' });

/** The three changes of the catalogue, with their toasts and what is asked for again after each. */
export function useProductChanges() {
  const queryClient = useQueryClient();
  const askAgain = (...keys: (readonly string[])[]) =>
    Promise.all([
      askListsAgain(queryClient, adminKeys.products),
      ...[...keys, queryKeys.products].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    ]);

  /** How many products there are; asked for again also while no dashboard shows it (spec, section 7). */
  const askStatsAgain = () => queryClient.invalidateQueries({ queryKey: adminKeys.stats, refetchType: 'all' });

  const create = useMutation({
    mutationFn: createProduct,
    onSuccess: () => {
      toast({ title: 'Product created' });
      return Promise.all([askAgain(), askStatsAgain()]);
    },
    onError: failed('Creation failed', 'Could not create product'),
  });
  const update = useMutation({
    mutationFn: updateProduct,
    onSuccess: () => toast({ title: 'Product updated' }),
    onError: failed('Update failed', 'Could not update product'),
    onSettled: (_answer, _error, { id }) => askAgain(adminKeys.product(id)),
  });
  const remove = useMutation({
    mutationFn: deleteProduct,
    onSuccess: () => {
      toast({ title: 'Product deleted' });
      return Promise.all([askAgain(), askStatsAgain()]);
    },
    onError: failed('Delete failed', 'Could not delete product'),
  });
  return { create, update, remove };
}

/** Puts a product on sale or takes it off; the list shows it at once, and takes it back where the server refuses. */
export function useActiveSwitch({ id, active }: Pick<AdminProduct, 'id' | 'active'>) {
  const queryClient = useQueryClient();
  const { update } = useProductChanges();
  const show = (shown: boolean): void =>
    changeRow<AdminProduct>(queryClient, adminKeys.products, id, { active: shown });
  const flip = async (): Promise<void> => {
    await queryClient.cancelQueries({ queryKey: adminKeys.products });
    show(!active);
    update.mutate({ id, change: { active: !active } }, { onError: () => show(active) });
  };
  return { flip, isPending: update.isPending };
}
