import { PawPrint } from 'lucide-react';
import { type ComponentType, type CSSProperties, useState } from 'react';
import { cn } from '../cn.js';
import { getServedUrl, pictureCopies } from './picture-copies.js';

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
    src: getServedUrl(src),
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
