import type { DesignConfig } from '@shop/contracts/order';
import { ErrorState, Skeleton } from '@shop/web-ui';
import { areaCoverage, placeArtwork } from '@shop/placement';
import { ArtworkOnProduct } from '../../mockup/artwork-on-product.js';
import { useArtworkAspect } from '../../mockup/use-artwork-aspect.js';
import type { ChosenProduct } from '../product-choice.js';
import { useDrag } from '../use-drag.js';

interface Props {
  artworkUrl: string;
  chosen: ChosenProduct | null;
  placement: DesignConfig;
  onMove: (placement: Partial<DesignConfig>) => void;
}

/** D15: our own pictures come in smaller copies; the screen does not need the print's pixels. */
const screenCopy = (url: string): string => (/^\/media\/[^/?#]+$/.test(url) ? `${url}?w=1024` : url);

function ProductPreview({ artworkUrl, aspect, chosen, placement, onMove }: Props & { aspect: number; chosen: ChosenProduct }) {
  const startDrag = useDrag(placement, onMove);
  const { product, color, pictureUrl, printArea } = chosen;
  const isOutside = areaCoverage(printArea, placeArtwork(printArea, aspect, placement)).isOutside;
  return (
    <>
      <ArtworkOnProduct
        pictureUrl={pictureUrl}
        overlayUrl={product.overlayUrl}
        pictureArea={product.pictureArea}
        printArea={printArea}
        artworkUrl={artworkUrl}
        artworkAspect={aspect}
        placement={placement}
        onPress={startDrag}
        label={`Your artwork on ${product.title}${color ? ` in ${color.name}` : ''}`}
      />
      {isOutside && (
        <p role="status" className="absolute inset-x-4 bottom-4 rounded-control bg-foreground px-4 py-2 text-center text-background">
          Your artwork lies outside the print area. Nothing of it would be printed.
        </p>
      )}
    </>
  );
}

/** The design as it will be printed, moving live with the sliders and under the finger. */
export function DesignPreview({ artworkUrl, chosen, placement, onMove }: Props) {
  const shown = screenCopy(artworkUrl);
  const { size, reload } = useArtworkAspect(shown);
  if (size.state === 'failed') return <ErrorState sentence="Your artwork can't be shown right now. Please check your connection." onRetry={reload} />;
  if (size.state === 'loading') return <Skeleton className="aspect-square w-full rounded-card" />;
  return (
    <div className="relative overflow-hidden rounded-card border border-border bg-muted shadow-card">
      {chosen ? (
        <ProductPreview artworkUrl={shown} aspect={size.aspect} chosen={chosen} placement={placement} onMove={onMove} />
      ) : (
        <img src={shown} alt="Your artwork" className="mx-auto block aspect-square w-full object-contain" />
      )}
    </div>
  );
}
