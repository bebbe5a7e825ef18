import { PawPrint } from 'lucide-react';
import type { ComponentType, CSSProperties } from 'react';
import { cn } from '../cn.js';
import { usePicture } from './use-picture.js';

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
