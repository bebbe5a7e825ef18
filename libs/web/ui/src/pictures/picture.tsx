import { PawPrint } from 'lucide-react';
import { useState, type ComponentType, type CSSProperties } from 'react';
import { cn } from '../cn.js';

interface Props {
  src: string | null | undefined;
  /** Empty for a picture whose text beside it says the same. */
  alt: string;
  /** How wide it is shown, for the browser to choose a copy: `(min-width: 64rem) 25vw, 50vw`. */
  sizes?: string;
  /** For the one picture that is seen first. */
  loading?: 'lazy' | 'eager';
  placeholder?: ComponentType<{ className?: string }>;
  /** Said in the placeholder where nothing beside it does: "Can't be shown". */
  words?: string;
  /** Width by height of the placeholder, where no class says so and only the picture would have given it its room. */
  shape?: number;
  className?: string;
}

/** D15: smaller copies of `/media` pictures. */
const WIDTHS_PX = [320, 640, 1024];

/** For `srcset`: what there is of one of the shop's uploads; undefined where there is nothing but the picture itself. */
export const pictureCopies = (src: string): string | undefined =>
  /^\/media\/[^/?#]+$/.test(src) ? WIDTHS_PX.map((width) => `${src}?w=${width} ${width}w`).join(', ') : undefined;

/** A picture with its smaller copies; a paw where there is none, or where it can't be loaded. */
export function Picture({ src, alt, sizes = '100vw', loading = 'lazy', placeholder: Placeholder = PawPrint, words, shape, className }: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (!src || src === brokenSrc) {
    return (
      <span {...(alt ? { role: 'img', 'aria-label': words ? `${alt}: ${words}` : alt } : { 'aria-hidden': true })} className={cn('ui-picture-placeholder', className)} style={{ '--shape': shape } as CSSProperties}>
        <Placeholder />
        {words}
      </span>
    );
  }
  const srcSet = pictureCopies(src);
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      loading={loading}
      decoding="async"
      fetchPriority={loading === 'eager' ? 'high' : undefined}
      onError={() => setBrokenSrc(src)}
      className={className}
    />
  );
}
