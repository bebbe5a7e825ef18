import type { DisplayedCart, DisplayedCartItem, VariantSelections } from '@shop/contracts-order';
import { changeCartItem, removeCartItem } from '@shop/contracts-order/routes';
import { api, cartQuery, isOutdated, refreshCart, setCart, toast, useChangeReport } from '@shop/web-kit';
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

/** After an error: a line that another tab changed or removed is displayed as it is now, and the page says so. */
function useOutdatedCart(): { handleMutate: () => void; handleError: (error: Error) => Promise<void> } {
  const queryClient = useQueryClient();
  const report = useChangeReport();
  return {
    handleMutate: () => report(false),
    handleError: async (error) => {
      if (!isOutdated(error)) return;
      report(true);
      await refreshCart(queryClient);
    },
  };
}

/** Changes the quantity of one line, or removes it. */
export function useCartItem({ id: itemId }: Pick<DisplayedCartItem, 'id'>) {
  const applyResponse = useCartResponse();
  const { handleMutate, handleError } = useOutdatedCart();
  const quantityMutation = useMutation({
    scope: CART_SCOPE,
    mutationFn: (quantity: number) => api.call(changeCartItem, { params: { itemId }, body: { quantity } }),
    onMutate: handleMutate,
    onSuccess: applyResponse,
    onError: (error) => {
      toast({ title: 'Update failed', description: 'Could not update quantity', variant: 'destructive' });
      return handleError(error);
    },
  });
  const removalMutation = useMutation({
    scope: CART_SCOPE,
    mutationFn: () => api.call(removeCartItem, { params: { itemId } }),
    onMutate: handleMutate,
    onSuccess: async (cart) => {
      await applyResponse(cart);
      toast({ title: 'Item removed from cart.' });
    },
    onError: (error) => {
      toast({ title: 'Remove failed', description: 'Could not remove item', variant: 'destructive' });
      return handleError(error);
    },
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
  const { handleMutate, handleError } = useOutdatedCart();
  /** Read when the request is sent: a change of the quantity may have been saved since the click. */
  const getQuantity = (): number =>
    queryClient.getQueryData(cartQuery.queryKey)?.items.find(({ id }) => id === itemId)?.quantity ?? quantity;
  return useMutation({
    scope: CART_SCOPE,
    mutationFn: (variantSelections: VariantSelections) =>
      api.call(changeCartItem, { params: { itemId }, body: { quantity: getQuantity(), variantSelections } }),
    onMutate: handleMutate,
    onSuccess: applyResponse,
    // The choice may have been sold out in between.
    onError: (error) => (isOutdated(error) ? handleError(error) : refreshCart(queryClient)),
  });
}
