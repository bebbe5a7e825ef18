import type { DisplayedCart, DisplayedCartItem, VariantSelections } from '@shop/contracts/order';
import { changeCartItem, removeCartItem } from '@shop/contracts/routes';
import { api, cartQuery, refreshCart, setCart, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Mutations of all lines run one after another: a late response would overwrite a newer cart. */
const CART_SCOPE = { id: 'cart' };

/** A response may be the whole cart; otherwise the cart is requested again. */
function useCartResponse(): (cart: DisplayedCart | null) => Promise<void> {
  const queryClient = useQueryClient();
  return async (cart) => {
    if (cart) setCart(queryClient, cart);
    else await refreshCart(queryClient);
  };
}

/** Changes the quantity of one line, or removes it. */
export function useCartItem({ id: itemId }: Pick<DisplayedCartItem, 'id'>) {
  const applyResponse = useCartResponse();
  const quantityMutation = useMutation({
    scope: CART_SCOPE,
    mutationFn: (quantity: number) => api.call(changeCartItem, { params: { itemId }, body: { quantity } }),
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

/** Changes the choices of one line. The quantity is sent along, as the specification's body has it. */
export function useCartItemChoice({ id: itemId, quantity }: Pick<DisplayedCartItem, 'id' | 'quantity'>) {
  const queryClient = useQueryClient();
  const applyResponse = useCartResponse();
  /** Read when the request is sent: a change of the quantity may have been saved since the click. */
  const getQuantity = (): number =>
    queryClient.getQueryData(cartQuery.queryKey)?.items.find(({ id }) => id === itemId)?.quantity ?? quantity;
  return useMutation({
    scope: CART_SCOPE,
    mutationFn: (variantSelections: VariantSelections) =>
      api.call(changeCartItem, { params: { itemId }, body: { quantity: getQuantity(), variantSelections } }),
    onSuccess: applyResponse,
    // The choice may have been sold out or the line removed in between.
    onError: () => refreshCart(queryClient),
  });
}
