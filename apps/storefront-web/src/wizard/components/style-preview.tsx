import { stylePreviewUrl, type DisplayedStyle, type PreviewComposition, type Upload } from '@shop/contracts/art';
import { cn, Picture, Spinner } from '@shop/web-ui';
import { StylePicture } from '../../pet-art/style-picture.js';
import type { PreviewState } from '../use-style-previews.js';

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
export function StylePreview({ style, photo, composition, preview: { status, attempt }, onDrawn, onFailed }: Props) {
  if (status === 'failed' || photo.id === null) {
    return (
      <span className="relative block aspect-square overflow-hidden">
        <StylePicture styleKey={style.key} className="size-full" />
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
