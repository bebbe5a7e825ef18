import { continuesGround, type DisplayedProduct } from '@shop/contracts-catalog';
import { SCALE_SENSE } from '@shop/placement';
import { useState, type ReactNode } from 'react';
import { ArtworkOnProduct } from '../mockup/artwork-on-product.js';
import { getGroundUrl } from '../mockup/use-artwork-size.js';
import { PlacedArtwork } from '../orders/placed-artwork.js';
import { getMediaUrl } from '../paths.js';
import { DEFAULT_PLACEMENT } from '../placement/placement.js';
import { findLatestImageId } from '../wizard-draft.js';

export interface OwnArtworkProps {
  product: DisplayedProduct;
  sizes: string;
  /** Shown for a product whose picture has no known place for artwork, and if the artwork can't be loaded. */
  children: ReactNode;
}

/** The artwork that the visitor drew last in this tab, on the product as it would be printed. */
export function OwnArtwork({ product, sizes, children }: OwnArtworkProps) {
  const [imageId] = useState(findLatestImageId);
  const [isBroken, setBroken] = useState(false);
  const { printArea, pictureArea, imageUrl, overlayUrl } = product;
  // Only drawings of the shop, which have an overlay, are square and show where the print is.
  if (imageId === null || isBroken || !printArea || !pictureArea || !overlayUrl) return children;
  const url = getMediaUrl(imageId);
  return (
    <ArtworkOnProduct
      pictureUrl={imageUrl}
      overlayUrl={overlayUrl}
      sizes={sizes}
      loading="lazy"
      pictureArea={pictureArea}
      printArea={printArea}
      label={`Your artwork on ${product.title}`}
      artwork={
        <PlacedArtwork
          url={url}
          printArea={printArea}
          placement={DEFAULT_PLACEMENT}
          scaleSense={SCALE_SENSE}
          groundUrl={(continuesGround(product.category) && getGroundUrl(url)) || null}
          onBroken={() => setBroken(true)}
        />
      }
    />
  );
}
