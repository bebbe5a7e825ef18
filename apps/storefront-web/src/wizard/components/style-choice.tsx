import type { Style, UploadedImage } from '@shop/contracts/art';
import { Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../loaded.js';
import { stylesQuery } from '../api/list-styles.js';
import { type PreviewState, useStylePreviews } from '../use-style-previews.js';
import { StyleCard } from './style-card.js';

const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4';

interface Props {
  photo: UploadedImage;
  styleKey: string | null;
  onChoose: (styleKey: string) => void;
}

function sayingOf(states: readonly PreviewState['status'][]): string {
  if (states.includes('drawing')) return 'Drawing your pet in every style…';
  return states.includes('failed') ? 'Not every preview could be drawn; a sample picture stands in. Your artwork will be of your pet.' : 'Your pet in every style.';
}

/** The wall: the pet in every style, small. It can be chosen from before it is drawn. */
function Wall({ styles, photo, styleKey, onChoose }: Props & { styles: readonly Style[] }) {
  const { previewOf, onDrawn, onFailed } = useStylePreviews();
  const states = styles.map(({ key }) => previewOf(key).status);
  return (
    <>
      <p aria-live="polite" className="mb-4 text-muted-foreground">
        {sayingOf(states)}
      </p>
      <div className={GRID}>
        {styles.map((style) => (
          <StyleCard
            key={style.id}
            style={style}
            photo={photo}
            preview={previewOf(style.key)}
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
      <Loaded
        query={styles}
        skeleton={
          <div role="status" aria-label="Loading styles" className={`${GRID} mt-11`}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="aspect-[4/5] rounded-card" />
            ))}
          </div>
        }
      >
        {(list) => <Wall {...props} styles={list} />}
      </Loaded>
    </fieldset>
  );
}
