import type { DisplayedStyle, PreviewComposition, Upload } from '@shop/contracts/art';
import { listStyles } from '@shop/contracts/routes';
import { api, queryKeys } from '@shop/web-kit';
import { EmptyState, Skeleton } from '@shop/web-ui';
import { Palette } from 'lucide-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { QueryContent } from '../../query-content.js';
import { type PreviewState, useStylePreviews } from '../use-style-previews.js';
import { StyleCard } from './style-card.js';

const stylesQuery = queryOptions({
  queryKey: queryKeys.styles,
  queryFn: ({ signal }) => api.call(listStyles, { signal }),
});

/** Placeholder text of the length of the longest description. */
const LONGEST_DESCRIPTION = 'Neon light from both sides, glowing outlines and a city at night behind your pet.';
const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4';

interface Props {
  photo: Upload;
  /** How the previews are drawn; null while it is not known. */
  composition: PreviewComposition | null;
  styleKey: string | null;
  onChoose: (styleKey: string) => void;
}

/** Four cards of the usual height, so that the layout does not shift. */
const StyleGallerySkeleton = () => (
  <div role="status" aria-label="Loading styles" className="pt-[calc(1lh+1rem)]">
    <div className={GRID}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="rounded-card border-3 border-transparent">
          <div className="aspect-square" />
          <div className="invisible flex flex-col gap-0.5 p-3 sm:p-4">
            <span className="font-display text-lg leading-tight font-bold">Cyberpunk</span>
            <span className="text-sm max-sm:hidden">{LONGEST_DESCRIPTION}</span>
          </div>
        </Skeleton>
      ))}
    </div>
  </div>
);

function getStatusText(states: readonly PreviewState['status'][]): string {
  if (states.includes('drawing')) return 'Drawing your pet in every style…';
  return states.includes('failed')
    ? 'Not every preview could be drawn; a sample picture stands in. Your artwork will be of your pet.'
    : 'Your pet in every style.';
}

/** Small previews of the photo in every style. A style can be chosen before its preview is loaded. */
function StyleGallery({
  styles,
  photo,
  composition,
  styleKey,
  onChoose,
}: Props & { styles: readonly DisplayedStyle[] }) {
  const { getPreview, onDrawn, onFailed } = useStylePreviews(composition, photo.id !== null);
  const states = styles.map(({ key }) => getPreview(key).status);
  return (
    <>
      <p aria-live="polite" className="mb-4 text-muted-foreground">
        {getStatusText(states)}
      </p>
      <div className={GRID}>
        {styles.map((style) => (
          <StyleCard
            key={style.key}
            style={style}
            photo={photo}
            composition={composition}
            preview={getPreview(style.key)}
            isChosen={style.key === styleKey}
            onChoose={() => onChoose(style.key)}
            onDrawn={() => onDrawn(style.key)}
            onFailed={() => onFailed(style.key)}
          />
        ))}
      </div>
    </>
  );
}

export function StyleChoice(props: Props) {
  const styles = useQuery(stylesQuery);
  return (
    <fieldset>
      <legend className="mb-1 font-display text-2xl font-bold">Choose your art style</legend>
      <QueryContent query={styles} skeleton={<StyleGallerySkeleton />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={Palette}
              title="No styles right now"
              text="Your photo is kept. Please come back a little later."
            />
          ) : (
            <StyleGallery {...props} styles={list} />
          )
        }
      </QueryContent>
    </fieldset>
  );
}
