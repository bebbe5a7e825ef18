import { type DisplayedStyle, type PreviewComposition, stylePreviewUrl, type Upload } from '@shop/contracts-art';
import { QueryContent } from '@shop/web-kit';
import { cn, EmptyState, Picture, Skeleton, Spinner } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Check, Palette } from 'lucide-react';
import { useEffect, useReducer, useRef } from 'react';
import { StylePicture } from '../../pet-art/pet-image.js';
import { stylesQuery } from '../styles.queries.js';

/** A busy art service sends a `Retry-After` of two seconds, which the error event of a picture does not contain. */
const RETRY_MS = 2_000;
const ATTEMPTS = 3;

interface PreviewState {
  readonly status: 'drawing' | 'drawn' | 'failed';
  /** Increases with each retry. */
  readonly attempt: number;
}

/** By composition and style. */
type Previews = Readonly<Record<string, PreviewState>>;
type PreviewAction = { key: string; type: 'drawn' | 'failed' | 'retried' };

const INITIAL_PREVIEW: PreviewState = { status: 'drawing', attempt: 0 };
const NO_PREVIEW: PreviewState = { status: 'failed', attempt: 0 };

function updatePreview(preview: PreviewState, type: PreviewAction['type']): PreviewState {
  switch (type) {
    case 'drawn':
      return { ...preview, status: 'drawn' };
    case 'failed':
      return { ...preview, status: 'failed' };
    case 'retried':
      return { status: 'drawing', attempt: preview.attempt + 1 };
  }
}

const previewsReducer = (previews: Previews, { key, type }: PreviewAction): Previews => ({
  ...previews,
  [key]: updatePreview(previews[key] ?? INITIAL_PREVIEW, type),
});

/**
 * The loading states of the previews in the style gallery. A failed preview is retried twice. Another composition is drawn
 * from the start. Without an id of the photo there are no previews.
 */
function useStylePreviews(composition: PreviewComposition | null, hasPreviews: boolean) {
  const [previews, dispatch] = useReducer(previewsReducer, {});
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const activeTimers = timers.current;
    return () => {
      for (const timer of activeTimers) clearTimeout(timer);
    };
  }, []);

  const compositionKey = JSON.stringify(composition);
  const toKey = (styleKey: string): string => `${compositionKey} ${styleKey}`;
  const getPreview = (styleKey: string): PreviewState =>
    hasPreviews ? (previews[toKey(styleKey)] ?? INITIAL_PREVIEW) : NO_PREVIEW;
  return {
    getPreview,
    onDrawn: (styleKey: string): void => dispatch({ key: toKey(styleKey), type: 'drawn' }),
    onFailed: (styleKey: string): void => {
      const key = toKey(styleKey);
      if (getPreview(styleKey).attempt + 1 >= ATTEMPTS) dispatch({ key, type: 'failed' });
      else timers.current.add(setTimeout(() => dispatch({ key, type: 'retried' }), RETRY_MS));
    },
  };
}

interface Props {
  style: DisplayedStyle;
  photo: Upload;
  /** Null while it is not known. */
  composition: PreviewComposition | null;
  preview: PreviewState;
  onDrawn: () => void;
  onFailed: () => void;
}

/**
 * The photo in a style. While it loads, the blurred photo is shown; if it fails, the style's sample. All have the same
 * square size.
 */
function StylePreview({ style, photo, composition, preview: { status, attempt }, onDrawn, onFailed }: Props) {
  if (status === 'failed' || photo.id === null) {
    return (
      <span className="relative block aspect-square overflow-hidden">
        {style.exampleUrl ? (
          <Picture src={style.exampleUrl} alt="" sizes="16rem" className="size-full object-cover" />
        ) : (
          <StylePicture styleKey={style.key} className="size-full" />
        )}
        <span
          id={`sample-${style.key}`}
          className="absolute bottom-2 left-2 rounded-full bg-card/90 px-3 py-1 text-xs font-semibold text-card-foreground"
        >
          Sample picture
        </span>
      </span>
    );
  }
  const src = composition && stylePreviewUrl(photo.id, style.key, composition);
  return (
    <span
      className={cn(
        'relative block aspect-square overflow-hidden bg-muted',
        status === 'drawn' && composition?.background === 'none' && 'checkered',
      )}
    >
      {status === 'drawing' && (
        <span aria-hidden data-skeleton="" className="absolute inset-0 grid place-items-center text-muted-foreground">
          <Picture
            src={photo.url}
            alt=""
            sizes="8rem"
            loading="eager"
            className="absolute inset-0 size-full scale-110 object-cover opacity-35 blur-md"
          />
          <Spinner className="relative size-8" />
        </span>
      )}
      {src && (
        <img
          key={`${attempt} ${src}`}
          src={src}
          alt={`Your photo in the style ${style.name}`}
          decoding="async"
          onLoad={onDrawn}
          onError={onFailed}
          className={cn(
            'relative size-full object-cover object-[50%_30%] transition-opacity duration-300',
            status === 'drawing' && 'opacity-0',
          )}
        />
      )}
    </span>
  );
}

interface StyleCardProps {
  style: DisplayedStyle;
  photo: Upload;
  composition: PreviewComposition | null;
  preview: PreviewState;
  isChosen: boolean;
  onChoose: () => void;
  onDrawn: () => void;
  onFailed: () => void;
}

/** A radio button in the form of a picture card. */
function StyleCard({ style, isChosen, onChoose, ...previewProps }: StyleCardProps) {
  const isSample = previewProps.preview.status === 'failed';
  return (
    <label
      className={cn(
        'relative flex cursor-pointer flex-col overflow-hidden rounded-card border-3 bg-card transition-[border-color,box-shadow] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isChosen ? 'border-primary shadow-float' : 'border-border hover:border-border-strong',
      )}
    >
      <input
        type="radio"
        name="style"
        value={style.key}
        checked={isChosen}
        onChange={onChoose}
        aria-label={style.name}
        aria-describedby={isSample ? `style-${style.key} sample-${style.key}` : `style-${style.key}`}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <StylePreview style={style} {...previewProps} />
      <span className="flex flex-1 flex-col gap-0.5 p-3 sm:p-4">
        <span className="font-display text-lg leading-tight font-bold [overflow-wrap:anywhere]">{style.name}</span>
        <span id={`style-${style.key}`} className="text-sm text-muted-foreground max-sm:hidden">
          {style.description}
        </span>
      </span>
      {isChosen && (
        <span
          aria-hidden
          className="absolute top-3 right-3 grid size-8 place-items-center rounded-full bg-primary text-primary-foreground shadow-button"
        >
          <Check className="size-5" />
        </span>
      )}
    </label>
  );
}

/** Placeholder text of the length of the longest description. */
const LONGEST_DESCRIPTION = 'Neon light from both sides, glowing outlines and a city at night behind your pet.';
const GRID = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4';

interface StyleChoiceProps {
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
}: StyleChoiceProps & { styles: readonly DisplayedStyle[] }) {
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

export function StyleChoice(props: StyleChoiceProps) {
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
