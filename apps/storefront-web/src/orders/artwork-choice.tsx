import type { DisplayedDesign } from '@shop/contracts-art';
import { LoadFailure, usePagedQuery } from '@shop/web-kit';
import { Button, cn, Picture, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { rememberProductId } from '../catalogue/remembered-product.js';
import { designsQuery, guestDesignsQuery } from '../designs/designs.queries.js';
import { type ArtworkTarget, createForOrderPath } from '../paths.js';
import { useCanLoadOwnList, useIsAnonymous } from '../use-sign-in-state.js';

/** A finished artwork of the customer. */
export interface OwnArtwork {
  readonly imageId: string;
  readonly url: string;
  readonly label: string;
}

interface OwnArtworks {
  /** Newest first; undefined until they are loaded. */
  readonly artworks: readonly OwnArtwork[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Loads further ones; null if all are there. */
  readonly loadMore: (() => void) | null;
}

const toArtworks = (designs: readonly DisplayedDesign[]): OwnArtwork[] =>
  designs.flatMap(({ status, outputImageId, outputImage, petName, styleKey }) =>
    status === 'completed' && outputImageId && outputImage
      ? [
          {
            imageId: outputImageId,
            url: outputImage.url,
            label: petName ? `${petName}, ${styleKey}` : `Artwork, ${styleKey}`,
          },
        ]
      : [],
  );

/** The artworks of the account, or of the guest's session in this browser. */
export function useOwnArtworks(): OwnArtworks {
  const isAnonymous = useIsAnonymous({ error: null });
  const own = usePagedQuery({ ...designsQuery, enabled: useCanLoadOwnList() });
  const guest = useQuery({ ...guestDesignsQuery, enabled: isAnonymous });
  const designs = isAnonymous ? guest.data : own.data?.pages.flatMap(({ rows }) => rows);
  const { error, refetch } = isAnonymous ? guest : own;
  return {
    artworks: designs && toArtworks(designs),
    error: designs ? null : error,
    retry: () => void refetch(),
    loadMore: !isAnonymous && own.hasNextPage && !own.isFetchingNextPage ? () => void own.fetchNextPage() : null,
  };
}

const TILE = 'w-24 shrink-0 sm:w-28';

interface TileProps {
  artwork: Pick<OwnArtwork, 'url' | 'label'>;
  isChosen: boolean;
  isPending: boolean;
  onChoose: () => void;
}

function ArtworkTile({ artwork: { url, label }, isChosen, isPending, onChoose }: TileProps) {
  return (
    <label
      className={cn(
        TILE,
        'relative cursor-pointer snap-start overflow-hidden rounded-control border-3 bg-card has-focus-visible:outline-3 has-focus-visible:outline-ring',
        isChosen ? 'border-primary shadow-card' : 'border-border hover:border-border-strong',
      )}
    >
      <input
        type="radio"
        name="order-artwork"
        aria-label={label}
        checked={isChosen}
        onChange={() => isPending || onChoose()}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <Picture src={url} alt="" sizes="8rem" className="aspect-square w-full bg-muted object-contain" />
    </label>
  );
}

/** Makes a new artwork in the wizard, in the shape of the ordered product. */
function MakeNew({ target, productId }: { target: ArtworkTarget; productId: string | null }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={createForOrderPath(target)} onClick={() => productId && rememberProductId(productId)}>
        <Sparkles aria-hidden />
        Make a New One
      </Link>
    </Button>
  );
}

function TilesSkeleton() {
  return (
    <div role="status" aria-label="Loading your designs" className="flex gap-3 overflow-hidden">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className={cn(TILE, 'aspect-square rounded-control')} />
      ))}
    </div>
  );
}

interface Props {
  own: OwnArtworks;
  /** The ordered one; null if it is not known. */
  ordered: string | null;
  chosenUrl: string | null;
  target: ArtworkTarget;
  productId: string | null;
  isPending: boolean;
  /** Null: the ordered one. */
  onChoose: (artwork: OwnArtwork | null) => void;
}

/** The ordered artwork and the customer's others in a scrollable row, and the way to a new one. */
export function ArtworkChoice({ own, ordered, chosenUrl, target, productId, isPending, onChoose }: Props) {
  const others = own.artworks?.filter(({ url }) => url !== ordered);
  return (
    <fieldset aria-disabled={isPending} className="min-w-0">
      <legend className="sr-only">Choose an artwork</legend>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-pretty text-muted-foreground">
          {others?.length === 0
            ? 'You have no other finished artwork yet.'
            : 'Choose one of your artworks, or make a new one.'}
        </p>
        <MakeNew target={target} productId={productId} />
      </div>
      {own.error ? (
        <LoadFailure subject="Your designs" error={own.error} onRetry={own.retry} />
      ) : !others ? (
        <TilesSkeleton />
      ) : (
        <div className="-mx-4 flex snap-x scroll-px-4 items-center gap-3 overflow-x-auto px-4 py-1 sm:-mx-8 sm:scroll-px-8 sm:px-8">
          {ordered && (
            <ArtworkTile
              artwork={{ url: ordered, label: 'The one that you ordered' }}
              isChosen={chosenUrl === null}
              isPending={isPending}
              onChoose={() => onChoose(null)}
            />
          )}
          {others.map((artwork) => (
            <ArtworkTile
              key={artwork.imageId}
              artwork={artwork}
              isChosen={chosenUrl === artwork.url}
              isPending={isPending}
              onChoose={() => onChoose(artwork)}
            />
          ))}
          {own.loadMore && (
            <Button variant="outline" size="sm" className="shrink-0" onClick={own.loadMore}>
              Show More
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
