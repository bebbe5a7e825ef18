import { cn, ErrorState, Skeleton } from '@shop/web-ui';
import { ArtworkOnProduct } from '../../mockup/artwork-on-product.js';
import { PREVIEW_SIZES } from '../../mockup/preview-width.js';
import type { ArtworkSize } from '../../mockup/use-artwork-size.js';
import type { Artwork } from '../print-details.js';
import type { PlacementStore } from '../placement-store.js';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import { ArtworkHandle } from './artwork-handle.js';
import { LiveArtwork } from './live-artwork.js';
import { PlacementGuides } from './placement-guides.js';
import { PrintSummary, PrintSummaryPlaceholder } from './print-summary.js';

interface Props {
  size: ArtworkSize;
  onReload: () => void;
  chosen: PrintableProduct | null;
  store: PlacementStore;
}

function ProductPreview({
  url,
  artwork,
  chosen,
  store,
}: {
  url: string;
  artwork: Artwork;
  chosen: PrintableProduct;
  store: PlacementStore;
}) {
  const { product, color, pictureUrl, pictureArea, printArea } = chosen;
  const name = `${product.title}${color ? ` in ${color.name}` : ''}`;
  const liveArtwork = <LiveArtwork url={url} aspect={artwork.aspect} printArea={printArea} store={store} />;
  return (
    <ArtworkOnProduct
      pictureUrl={pictureUrl}
      overlayUrl={product.overlayUrl}
      sizes={PREVIEW_SIZES}
      pictureArea={pictureArea}
      printArea={printArea}
      label={`Your artwork on ${name}`}
      artwork={liveArtwork}
      ghost={liveArtwork}
    >
      <PlacementGuides printArea={printArea} store={store} />
      <ArtworkHandle label={name} store={store} />
    </ArtworkOnProduct>
  );
}

/**
 * On a phone it leaves room for the sliders (`--preview` of the window's height); on a large screen it fits into the
 * window.
 */
const FRAME = 'mx-auto max-w-[min(100%,max(var(--preview,40dvh),13rem))] lg:max-w-[min(100%,calc(100dvh-12rem))]';

/** The design as it will be printed; it follows sliders and gestures live. */
export function DesignPreview({ size, onReload, chosen, store }: Props) {
  if (size.state === 'failed')
    return (
      <ErrorState message="Your artwork can't be shown right now. Please check your connection." onRetry={onReload} />
    );
  if (size.state === 'loading') {
    return (
      <>
        <Skeleton className={cn(FRAME, 'aspect-square w-full rounded-card')} />
        <PrintSummaryPlaceholder />
      </>
    );
  }
  return (
    <>
      <div className={cn(FRAME, 'relative overflow-hidden rounded-card border border-border bg-muted shadow-card')}>
        {chosen ? (
          // Always square, so that the layout does not depend on the picture's proportions.
          <div className="grid aspect-square items-center">
            <ProductPreview url={size.url} artwork={size} chosen={chosen} store={store} />
          </div>
        ) : (
          <img src={size.url} alt="Your artwork" className="mx-auto block aspect-square w-full object-contain" />
        )}
      </div>
      {chosen ? <PrintSummary chosen={chosen} artwork={size} store={store} /> : <PrintSummaryPlaceholder />}
    </>
  );
}
