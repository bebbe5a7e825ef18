import { listSellerLines } from '@shop/contracts-order';
import { useShop } from '@shop/web-kit';

/** Name and postal address of the seller, in one line. Nothing if the owner has not set them. */
export function SellerLine({ className }: { className?: string }) {
  const seller = useShop()?.seller;
  const lines = seller ? listSellerLines(seller) : [];
  if (lines.length === 0) return null;
  return (
    <p className={className}>
      <bdi>{lines.join(', ')}</bdi>
    </p>
  );
}
