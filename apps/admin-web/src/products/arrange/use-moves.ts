import type { DisplayedAdminProduct, ProductMove } from '@shop/contracts-catalog';
import { moveProduct } from '@shop/contracts-catalog/routes';
import { api, queryKeys, toast, type PagedData } from '@shop/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../admin-keys.js';
import { useAdminMutation } from '../../lists/use-admin-mutation.js';
import { moveInPages } from './arrange.rules.js';

const MOVES = ['product-moves'];

interface Move {
  id: string;
  place: ProductMove;
}

/** Places products. The list shows a move at once; the calls are sent one after the other, and the list is loaded again after the last one. */
export function useMoves() {
  const queryClient = useQueryClient();
  const send = useAdminMutation({
    list: adminKeys.products,
    mutationKey: MOVES,
    scope: { id: 'product-moves' },
    mutationFn: ({ id, place }: Move) => api.call(moveProduct, { params: { id }, body: place }),
    onError: () => toast({ title: 'Update failed', description: 'Could not update product', variant: 'destructive' }),
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey: MOVES }) > 1) return;
      // However long the list is: the end of a loaded page may be another product now.
      await Promise.all(
        [adminKeys.products, queryKeys.products].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
  const move = async ({ id, place }: Move): Promise<void> => {
    await queryClient.cancelQueries({ queryKey: adminKeys.products });
    queryClient.setQueriesData<PagedData<DisplayedAdminProduct>>(
      { queryKey: adminKeys.products },
      (data) => data && { ...data, pages: moveInPages(data.pages, id, place) },
    );
    send.mutate({ id, place });
  };
  return { move, error: send.error };
}
