import type { DesignConfig } from '@shop/contracts/order';
import { setCart, toast } from '@shop/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { addToCart } from './api/add-to-cart.js';
import { variantSelections, type ChosenProduct } from '../catalogue/product-choice.js';

interface Purchase {
  imageId: string;
  chosen: ChosenProduct | null;
  placement: DesignConfig;
}

/** Puts the product with the artwork into the cart and goes there. */
export function useAddToCart() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ imageId, chosen, placement }: Purchase) => {
      if (!chosen || !imageId) throw new Error('Missing product or image');
      return addToCart({
        productId: chosen.product.id,
        generatedImageId: imageId,
        variantSelections: variantSelections(chosen),
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
    onError: (error) => toast({ title: 'Error', description: error.message || 'Failed to add to cart', variant: 'destructive' }),
  });
}
