import type { DesignConfig, OrderItemPrint } from '@shop/contracts/order';
import { cn, Picture } from '@shop/web-ui';
import { useState } from 'react';
import { ArtworkOnProduct } from '../mockup/artwork-on-product.js';
import { PlacedArtwork } from '../mockup/placed-artwork.js';
import { useLoadedUrl } from '../mockup/use-loaded-url.js';

/** The data of a line that its picture depends on. */
export interface PicturedLine {
  title: string;
  /** Rendered by the server after the payment; replaces the preview that is composed here. */
  mockupUrl?: string | null | undefined;
  artworkUrl: string | undefined;
  productUrl: string | null | undefined;
  placement: DesignConfig;
  /** The product picture and print area. */
  print?: OrderItemPrint | null | undefined;
}

interface Props extends PicturedLine {
  sizes: string;
  /** Must set a fixed square size, whichever picture is shown. */
  className: string;
}

/**
 * Shows a line as it will look: the mock-up, or the artwork as placed on the product. Otherwise the artwork, the product
 * or a placeholder (spec, section 2). An artwork that fails to load is replaced by a placeholder, never by a plain product.
 */
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
  const renderPicture = (src: string | null | undefined) => (
    <Picture src={src} alt="" sizes={sizes} className={cn('bg-muted object-cover', className)} />
  );
  if (mockup || !artworkUrl || !print?.pictureUrl) return renderPicture(mockup || artworkUrl || productUrl);
  if (artworkUrl === brokenUrl) return renderPicture(null);
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
