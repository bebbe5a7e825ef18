import { PawPrint } from 'lucide-react';
import type { ComponentType, CSSProperties } from 'react';
import { cn } from '../cn.js';
import { usePicture } from './use-picture.js';

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

/** A picture with its smaller copies; a paw where there is none, or where it can't be loaded. */
export function Picture({
  src,
  alt,
  sizes = '100vw',
  loading = 'lazy',
  placeholder: Placeholder = PawPrint,
  words,
  shape,
  className,
}: Props) {
  const picture = usePicture(src, sizes);
  if (!picture) {
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': words ? `${alt}: ${words}` : alt } : { 'aria-hidden': true })}
        className={cn('ui-picture-placeholder', className)}
        style={{ '--shape': shape } as CSSProperties}
      >
        <Placeholder />
        {words}
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
