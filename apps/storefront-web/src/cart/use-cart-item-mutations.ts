import { setCart, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeQuantity } from './api/change-quantity.js';
import { removeItem } from './api/remove-item.js';

/** One after another, for all lines: an answer that comes late would bring back what an earlier one has changed. */
const CART_SCOPE = { id: 'cart' };

/** Changes of one line of the cart; each answer is the whole cart (D21). */
export function useCartItemMutations(itemId: string) {
  const queryClient = useQueryClient();

  const quantity = useMutation({
    scope: CART_SCOPE,
    mutationFn: (wanted: number) => changeQuantity(itemId, { quantity: wanted }),
    onSuccess: (cart) => setCart(queryClient, cart),
    onError: () => toast({ title: 'Update failed', description: 'Could not update quantity', variant: 'destructive' }),
  });
  const removal = useMutation({
    scope: CART_SCOPE,
    mutationFn: () => removeItem(itemId),
    onSuccess: (cart) => {
      setCart(queryClient, cart);
      toast({ title: 'Item removed from cart.' });
    },
    onError: () => toast({ title: 'Remove failed', description: 'Could not remove item', variant: 'destructive' }),
  });

  return {
    changeQuantity: quantity.mutate,
    remove: () => removal.mutate(),
    isPending: quantity.isPending || removal.isPending,
    isRemoving: removal.isPending,
    /** The quantity on its way, shown before the server has answered. */
    pendingQuantity: quantity.isPending ? quantity.variables : undefined,
  };
}
