import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { cn, Picture } from '@shop/web-ui';
import { useState } from 'react';
import { ArtworkOnProduct } from '../mockup/artwork-on-product.js';
import { PlacedArtwork } from '../mockup/placed-artwork.js';
import { useLoadedUrl } from '../mockup/use-loaded-url.js';

/** What of a line its picture shows. */
export interface PicturedLine {
  title: string;
  /** Made after the payment; it takes the place of what is laid together here. */
  mockupUrl?: string | null | undefined;
  artworkUrl: string | undefined;
  productUrl: string | null | undefined;
  placement: DesignConfig;
  /** What the artwork is laid on. */
  print?: OrderItemPrint | null | undefined;
}

interface Props extends PicturedLine {
  sizes: string;
  /** Square, and of one size whatever is shown. */
  className: string;
}

/** What is bought as it will look: its mock-up, or the artwork on the product, where it was placed. Else the artwork, the product, or a placeholder (spec, section 2), never a bare product in place of an artwork that can't be loaded. */
export function LinePicture({
  title,
  mockupUrl = null,
  artworkUrl,
  productUrl,
  placement,
  print,
  sizes,
  className,
}: Props) {
  const mockup = useLoadedUrl(mockupUrl);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const plain = (src: string | null | undefined) => (
    <Picture src={src} alt="" sizes={sizes} className={cn('object-cover', className)} />
  );
  if (mockup || !artworkUrl || !print?.pictureUrl) return plain(mockup || artworkUrl || productUrl);
  if (artworkUrl === brokenUrl) return plain(null);
  return (
    <div className={cn('grid place-items-center overflow-hidden bg-muted', className)}>
      <ArtworkOnProduct
        pictureUrl={print.pictureUrl}
        overlayUrl={print.overlayUrl}
        sizes={sizes}
        loading="lazy"
        pictureArea={print.pictureArea}
        printArea={print.areaPx}
        label={`Your artwork on ${title}`}
        artwork={
          <PlacedArtwork
            url={artworkUrl}
            printArea={print.areaPx}
            placement={placement}
            onBroken={() => setBrokenUrl(artworkUrl)}
          />
        }
      />
    </div>
  );
}
