import type { DesignConfig } from '@shop/contracts/order';
import { ApiError, setCart, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { addToCart } from './api/add-to-cart.js';
import { toVariantSelections, type ChosenProduct } from '../catalogue/product-choice.js';

/** The one refusal that is not the server's (spec, section 5). */
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

/** Without an answer there is no server message (spec, section 8; D31a). */
const hasUserMessage = (error: Error): boolean => error instanceof ApiError || error instanceof MissingSelectionError;

/** Puts the product with the artwork into the cart and goes there. */
export function useAddToCart() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ imageId, chosen, placement }: AddToCartInput) => {
      if (!chosen || !imageId) throw new MissingSelectionError();
      return addToCart({
        productId: chosen.product.id,
        generatedImageId: imageId,
        variantSelections: toVariantSelections(chosen),
        designConfig: placement,
        quantity: 1,
        // Ignored by the server, which prices by itself (D20); the specification's clients send it.
        unitPrice: chosen.product.basePrice,
      });
    },
    onSuccess: async (cart) => {
      setCart(queryClient, cart);
      toast({ title: 'Added to cart!', description: 'Your custom product has been added to your cart.' });
      await navigate('/cart');
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: hasUserMessage(error) ? error.message : 'Failed to add to cart',
        variant: 'destructive',
      }),
  });
}
