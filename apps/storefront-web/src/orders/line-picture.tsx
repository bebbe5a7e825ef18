import type { DesignConfig, OrderItemPrint } from '@shop/contracts-order';
import type { ScaleSense } from '@shop/placement';
import { cn, Picture } from '@shop/web-ui';
import { useEffect, useState } from 'react';
import { ArtworkOnProduct } from '../mockup/artwork-on-product.js';
import { getGroundUrl, getSmallCopyUrl } from '../mockup/use-artwork-size.js';
import { PlacedArtwork } from './placed-artwork.js';

/**
 * Returns a new picture URL only once its small copy is loaded, so that the old picture stays until then. The first URL
 * is returned at once.
 */
function useLoadedUrl(url: string | null): string | null {
  const [loadedUrl, setLoadedUrl] = useState(url);
  // A removed picture must not reappear while the next one loads.
  if (url === null && loadedUrl !== null) setLoadedUrl(null);

  useEffect(() => {
    if (url === null || url === loadedUrl) return;
    const image = new Image();
    image.onload = () => setLoadedUrl(url);
    image.src = getSmallCopyUrl(url) ?? url;
    return () => {
      image.onload = null;
    };
  }, [url, loadedUrl]);

  return loadedUrl;
}

/** A line from before there was a ground keeps its look. */
export const hasGround = (print: Pick<OrderItemPrint, 'continuesGround'>, scaleSense: ScaleSense): boolean =>
  print.continuesGround === true && scaleSense === 'whole-artwork';

/** The data of a line that its picture depends on. */
export interface PicturedLine {
  title: string;
  /** Rendered by the server after the payment; replaces the preview that is composed here. */
  mockupUrl?: string | null | undefined;
  artworkUrl: string | undefined;
  productUrl: string | null | undefined;
  placement: DesignConfig;
  scaleSense: ScaleSense;
  /** The product picture and print area. */
  print?: OrderItemPrint | null | undefined;
}

interface PicturedLineProps extends PicturedLine {
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
  scaleSense,
  print,
  sizes,
  className,
}: PicturedLineProps) {
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
            scaleSense={scaleSense}
            groundUrl={(hasGround(print, scaleSense) && getGroundUrl(artworkUrl)) || null}
            onBroken={() => setBrokenUrl(artworkUrl)}
          />
        }
      />
    </div>
  );
}
