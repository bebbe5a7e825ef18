import type { DesignConfig } from '@shop/contracts-order';
import { addToCart } from '@shop/contracts-order/routes';
import {
  api,
  ApiError,
  isImpossible,
  isOutdated,
  queryKeys,
  refreshCart,
  toast,
  useIdempotencyKey,
} from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { toVariantSelections, type ChosenProduct } from '../catalogue/product-choice.js';

/** The only error that the client raises itself (spec, section 5). */
class MissingSelectionError extends Error {
  constructor() {
    super('Missing product or image');
  }
}

interface AddToCartInput {
  imageId: string;
  chosen: ChosenProduct | null;
  placement: DesignConfig;
}

/** A lost response has no server message (spec, section 8). */
const hasUserMessage = (error: Error): boolean => error instanceof ApiError || error instanceof MissingSelectionError;

/** Adds the product with the artwork to the cart and navigates there. */
export function useAddToCart() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const getIdempotencyKey = useIdempotencyKey();
  return useMutation({
    mutationFn: async ({ imageId, chosen, placement }: AddToCartInput) => {
      if (!chosen || !imageId) throw new MissingSelectionError();
      // The answer is not read (spec, section 7): the cart is requested afterwards.
      const body = {
        productId: chosen.product.id,
        generatedImageId: imageId,
        variantSelections: toVariantSelections(chosen),
        designConfig: placement,
        quantity: 1,
        // The server ignores it and computes the price; the specification requires the field.
        unitPrice: chosen.product.basePrice,
      };
      return api.call(addToCart, { body, headers: { 'idempotency-key': getIdempotencyKey(body) } });
    },
    onSuccess: async () => {
      await refreshCart(queryClient);
      toast({ title: 'Added to cart!', description: 'Your custom product has been added to your cart.' });
      await navigate('/cart');
    },
    onError: async (error) => {
      toast({
        title: 'Error',
        description: hasUserMessage(error) ? error.message : 'Failed to add to cart',
        variant: 'destructive',
      });
      // The product or one of its choices may have been taken off sale.
      if (isOutdated(error) || isImpossible(error))
        await Promise.all(
          [queryKeys.products, queryKeys.variants].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
        );
    },
  });
}
