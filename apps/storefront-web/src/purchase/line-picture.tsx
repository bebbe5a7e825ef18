import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { cn, Picture } from '@shop/web-ui';
import { ArtworkOnProduct } from '../mockup/artwork-on-product.js';
import { PlacedArtwork } from '../mockup/placed-artwork.js';

interface Props {
  title: string;
  artworkUrl: string | undefined;
  productUrl: string | null | undefined;
  placement: DesignConfig;
  print: OrderItemPrint | null | undefined;
  sizes: string;
  /** Square, and of one size whatever is shown. */
  className: string;
}

/** What is bought as it will look: the artwork on the product, where it was placed. Else the artwork, the product, or a placeholder (spec, section 2). */
export function LinePicture({ title, artworkUrl, productUrl, placement, print, sizes, className }: Props) {
  if (!artworkUrl || !print?.pictureUrl) return <Picture src={artworkUrl ?? productUrl} alt="" sizes={sizes} className={cn('object-cover', className)} />;
  return (
    <div className={cn('grid place-items-center overflow-hidden bg-muted', className)}>
      <ArtworkOnProduct
        pictureUrl={print.pictureUrl}
        overlayUrl={print.overlayUrl}
        pictureArea={print.pictureArea}
        printArea={print.areaPx}
        label={`Your artwork on ${title}`}
        artwork={<PlacedArtwork url={artworkUrl} printArea={print.areaPx} placement={placement} />}
      />
    </div>
  );
}
