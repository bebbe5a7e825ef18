import type { DisplayedCart } from '@shop/contracts/order';
import { changeQuantity, removeCartItem } from '@shop/contracts/routes';
import { api, refreshCart, setCart, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Mutations of all lines run one after another: a late response would overwrite a newer cart. */
const CART_SCOPE = { id: 'cart' };

/** Changes one line of the cart. A response may be the whole cart; otherwise the cart is requested again. */
export function useCartItemMutations(itemId: string) {
  const queryClient = useQueryClient();
  const applyResponse = async (cart: DisplayedCart | null): Promise<void> => {
    if (cart) setCart(queryClient, cart);
    else await refreshCart(queryClient);
  };

  const quantityMutation = useMutation({
    scope: CART_SCOPE,
    mutationFn: (quantity: number) => api.call(changeQuantity, { params: { itemId }, body: { quantity } }),
    onSuccess: applyResponse,
    onError: () => toast({ title: 'Update failed', description: 'Could not update quantity', variant: 'destructive' }),
  });
  const removalMutation = useMutation({
    scope: CART_SCOPE,
    mutationFn: () => api.call(removeCartItem, { params: { itemId } }),
    onSuccess: async (cart) => {
      await applyResponse(cart);
      toast({ title: 'Item removed from cart.' });
    },
    onError: () => toast({ title: 'Remove failed', description: 'Could not remove item', variant: 'destructive' }),
  });

  return {
    changeQuantity: quantityMutation.mutate,
    remove: () => removalMutation.mutate(),
    isPending: quantityMutation.isPending || removalMutation.isPending,
    isRemoving: removalMutation.isPending,
    /** The requested quantity, displayed before the server answers. */
    pendingQuantity: quantityMutation.isPending ? quantityMutation.variables : undefined,
  };
}
