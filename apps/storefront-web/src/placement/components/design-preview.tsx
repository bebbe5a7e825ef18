import type { PrintArea } from '@shop/contracts-catalog';
import type { DesignConfig } from '@shop/contracts-order';
import { cssPlacement, type DesignPlacement, getSafeInsetPx, toGroundPlacement } from '@shop/placement';
import { cn, ErrorState, Skeleton } from '@shop/web-ui';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import { ArtworkOnProduct, EdgeColour, movingTransform } from '../../mockup/artwork-on-product.js';
import { type ArtworkSize, getGroundUrl, PREVIEW_SIZES } from '../../mockup/use-artwork-size.js';
import { type PlacementStore, useLivePrintDetails } from '../placement-store.js';
import type { PlacementTarget } from '../placement.js';
import { type Artwork, formatSize, getEdgeWarning } from '../print-details.js';
import { ArtworkHandle } from './artwork-handle.js';
import { QualityMeter } from './print-quality.js';

/** Visible on light and dark products; with forced colours, too, as pictures keep their colours. */
const LINE = 'pointer-events-none absolute forced-color-adjust-none mix-blend-difference';

/** Writes only changes: setting even the same value makes the browser recalculate the page's styles. */
function setVisible(line: HTMLElement | null, isVisible: boolean): void {
  if (line && line.hidden === isVisible) line.hidden = !isVisible;
}

/** Lines for the print area, its safe area, and the centre while the artwork is moved there. */
function PlacementGuides({ printArea, store }: { printArea: PrintArea; store: PlacementStore }) {
  const vertical = useRef<HTMLDivElement>(null);
  const horizontal = useRef<HTMLDivElement>(null);

  useEffect(() => {
    return store.subscribeToFrames(({ x, y }, isMoving) => {
      setVisible(vertical.current, isMoving && x === 50);
      setVisible(horizontal.current, isMoving && y === 50);
    });
  }, [store]);

  const inset = getSafeInsetPx(printArea);
  const round = printArea.shape === 'round' && 'rounded-full';
  return (
    <>
      <div className={cn(LINE, 'inset-0 border border-dashed border-white/50', round)} />
      {inset > 0 && (
        <div
          className={cn(LINE, 'border border-dotted border-white/40', round)}
          style={{ inset: `${(inset / printArea.heightPx) * 100}% ${(inset / printArea.widthPx) * 100}%` }}
        />
      )}
      <div ref={vertical} hidden className={cn(LINE, 'inset-y-0 left-1/2 w-px bg-white')} />
      <div ref={horizontal} hidden className={cn(LINE, 'inset-x-0 top-1/2 h-px bg-white')} />
    </>
  );
}

interface Props extends PlacementTarget {
  url: string;
  aspect: number;
  store: PlacementStore;
  /** The picture is the ground around the artwork. */
  isGround?: boolean;
}

/** The artwork, or its ground, in its print area. It is updated by the store each frame, without React rendering. */
function LivePicture({ url, aspect, printArea, scaleSense, store, isGround = false }: Props) {
  const image = useRef<HTMLImageElement>(null);

  useLayoutEffect(() => {
    const toPlacement = (design: DesignConfig): DesignPlacement => (isGround ? toGroundPlacement(design) : design);
    let restingPlacement = toPlacement(store.get());
    const applyRestingStyle = (): void => {
      restingPlacement = toPlacement(store.get());
      if (image.current)
        Object.assign(image.current.style, cssPlacement(printArea, aspect, restingPlacement, scaleSense), {
          willChange: 'auto',
        });
    };
    applyRestingStyle();
    return store.subscribeToFrames((placement, isMoving) => {
      if (!isMoving) return applyRestingStyle();
      const style = image.current?.style;
      if (!style) return;
      // Its own layer while it moves; a permanent layer would look blurred at another size.
      if (style.willChange !== 'transform') style.willChange = 'transform';
      style.transform = movingTransform(printArea, aspect, [restingPlacement, toPlacement(placement)], scaleSense);
    });
  }, [store, printArea, scaleSense, aspect, isGround]);

  return <img ref={image} src={url} alt="" draggable={false} className="max-w-none select-none" />;
}

/** Reserves the space of the summary, so that the layout does not shift. */
const PrintSummaryPlaceholder = () => <div className="mt-2 h-9" />;

/** Print size and quality in one line under the picture. Hidden from screen readers, which get it from PrintQuality. */
function PrintSummary({
  chosen,
  artwork,
  store,
}: {
  chosen: PrintableProduct;
  artwork: Artwork;
  store: PlacementStore;
}) {
  const details = useLivePrintDetails(store, chosen, artwork);
  return (
    <div
      aria-hidden
      className="@container mx-auto mt-2 text-sm tabular-nums sm:max-w-[max(40dvh,28rem)] lg:max-w-[min(100%,calc(100dvh-12rem))]"
    >
      <div className="flex h-9 items-center overflow-hidden contain-strict justify-between gap-3 rounded-control border border-border bg-card px-3 py-1">
        <span className="whitespace-nowrap">{formatSize(details.inches)}</span>
        <span className="inline-flex items-center gap-3">
          {getEdgeWarning(details) && (
            <span className="inline-flex items-center gap-1 whitespace-nowrap">
              <TriangleAlert className="size-4" />
              {details.edge === 'near the cut' ? (
                <span className="hidden @xs:inline">Near the edge</span>
              ) : (
                `${details.outsidePercent}%`
              )}
              {details.edge !== 'near the cut' && <span className="hidden @xs:inline">clipped</span>}
            </span>
          )}
          {details.quality && <QualityMeter quality={details.quality} barsClassName="max-sm:hidden" />}
        </span>
      </div>
    </div>
  );
}

interface DesignPreviewProps {
  size: ArtworkSize;
  onReload: () => void;
  chosen: PrintableProduct | null;
  store: PlacementStore;
}

function ProductPreview({
  url,
  originalUrl,
  artwork,
  chosen,
  store,
}: {
  url: string;
  originalUrl: string;
  artwork: Artwork;
  chosen: PrintableProduct;
  store: PlacementStore;
}) {
  const { product, color, pictureUrl, pictureArea, printArea, scaleSense, continuesGround } = chosen;
  const name = `${product.title}${color ? ` in ${color.name}` : ''}`;
  const live = { aspect: artwork.aspect, printArea, scaleSense, store };
  const liveArtwork = <LivePicture {...live} url={url} />;
  const groundUrl = continuesGround ? getGroundUrl(originalUrl) : undefined;
  return (
    <ArtworkOnProduct
      pictureUrl={pictureUrl}
      overlayUrl={product.overlayUrl}
      sizes={PREVIEW_SIZES}
      pictureArea={pictureArea}
      printArea={printArea}
      label={`Your artwork on ${name}`}
      artwork={
        <>
          {groundUrl && <EdgeColour groundUrl={groundUrl} />}
          {groundUrl && <LivePicture {...live} url={groundUrl} isGround />}
          {liveArtwork}
        </>
      }
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
export function DesignPreview({ size, onReload, chosen, store }: DesignPreviewProps) {
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
            <ProductPreview
              url={size.url}
              originalUrl={size.originalUrl}
              artwork={size}
              chosen={chosen}
              store={store}
            />
          </div>
        ) : (
          <img src={size.url} alt="Your artwork" className="mx-auto block aspect-square w-full object-contain" />
        )}
      </div>
      {chosen ? <PrintSummary chosen={chosen} artwork={size} store={store} /> : <PrintSummaryPlaceholder />}
    </>
  );
}
