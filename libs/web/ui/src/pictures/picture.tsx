import { PawPrint } from 'lucide-react';
import { type ComponentType, type CSSProperties, useState } from 'react';
import { cn } from '../cn.js';

/** Widths of the smaller copies of `/media` pictures. */
const UPLOAD_WIDTHS_PX = [320, 640, 1024];
/**
 * Widths of the rasterised copies of the shop's own SVG drawings, whose filters are slow in browsers. `tools/pictures`
 * compares them with `@shop/contracts/catalog`.
 */
const DRAWING_WIDTHS_PX = [480, 1000, 1600];

const toSrcSet = (widths: readonly number[], getUrl: (width: number) => string): string =>
  widths.map((width) => `${getUrl(width)} ${width}w`).join(', ');

/** `srcset` of an upload or a drawing of the shop; undefined for any other picture. */
function pictureCopies(src: string): string | undefined {
  if (/^\/media\/[^/?#]+$/.test(src)) return toSrcSet(UPLOAD_WIDTHS_PX, (width) => `${src}?w=${width}`);
  const [drawing] = /^\/pictures\/[^/?#]+(?=\.svg$)/.exec(src) ?? [];
  return drawing && toSrcSet(DRAWING_WIDTHS_PX, (width) => `${drawing}-${width}.avif`);
}

interface FailedPicture {
  src: string;
  /** Whether a smaller copy failed, or the picture itself. */
  part: 'copies' | 'picture';
}

/**
 * Attributes of an `img`: it shows a copy of the needed width, after a failure the picture itself, and after another
 * failure the result is null. Spread them last: `sizes` and `srcSet` must precede `src`.
 */
export function usePicture(
  src: string | null | undefined,
  sizes: string,
): { src: string; srcSet?: string; sizes?: string; onError: () => void } | null {
  const [failed, setFailed] = useState<FailedPicture | null>(null);
  const failedPart = failed?.src === src ? failed?.part : undefined;
  if (!src || failedPart === 'picture') return null;
  const srcSet = failedPart === 'copies' ? undefined : pictureCopies(src);
  return {
    ...(srcSet && { srcSet, sizes }),
    src,
    onError: () => setFailed({ src, part: srcSet ? 'copies' : 'picture' }),
  };
}

interface Props {
  src: string | null | undefined;
  /** Empty when the text beside the picture says the same. */
  alt: string;
  /** Displayed width for the browser to choose a copy: `(min-width: 64rem) 25vw, 50vw`. */
  sizes?: string;
  /** `eager` for the one picture at the top of the page. */
  loading?: 'lazy' | 'eager';
  placeholder?: ComponentType<{ className?: string }>;
  /** Text inside the placeholder when nothing beside it explains it: "Can't be shown". */
  placeholderText?: string;
  /** Aspect ratio (width ÷ height) of the placeholder, when no class gives it a size. */
  placeholderShape?: number;
  className?: string;
}

/** A picture with its smaller copies. Shows a paw when there is no picture or it fails to load. */
export function Picture({
  src,
  alt,
  sizes = '100vw',
  loading = 'lazy',
  placeholder: Placeholder = PawPrint,
  placeholderText,
  placeholderShape,
  className,
}: Props) {
  const picture = usePicture(src, sizes);
  if (!picture) {
    return (
      <span
        {...(alt
          ? { role: 'img', 'aria-label': placeholderText ? `${alt}: ${placeholderText}` : alt }
          : { 'aria-hidden': true })}
        className={cn('ui-picture-placeholder', className)}
        style={{ '--shape': placeholderShape } as CSSProperties}
      >
        <Placeholder />
        {placeholderText}
      </span>
    );
  }
  return (
    <img
      alt={alt}
      loading={loading}
      decoding="async"
      fetchPriority={loading === 'eager' ? 'high' : undefined}
      className={className}
      {...picture}
    />
  );
}
