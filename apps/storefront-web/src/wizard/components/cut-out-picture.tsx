import { cn, Picture } from '@shop/web-ui';
import { useLayoutEffect, useRef } from 'react';
import { getFullArea } from '../cut-out/mask.js';
import { shadeCutOut } from '../cut-out/shade-cut-out.js';
import { useCutOutPixels } from '../cut-out/use-cut-out-pixels.js';

interface Props {
  photoUrl: string;
  /** Null until it is known. */
  maskUrl: string | null;
  label: string;
  /** Shown over the photo instead of the cut-out, if it can't be drawn. */
  failureText?: string;
  /** Gives the proportions. */
  className: string;
}

/** The photo with everything outside of the cut-out dimmed; the whole photo until the cut-out is loaded. */
export function CutOutPicture({ photoUrl, maskUrl, label, failureText, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: pixels, isError } = useCutOutPixels(photoUrl, maskUrl);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!pixels || !context) return;
    const { photo, mask } = pixels;
    const picture = context.createImageData(mask.width, mask.height);
    shadeCutOut(photo, mask, picture.data, getFullArea(mask));
    context.putImageData(picture, 0, 0);
  }, [pixels]);

  return (
    <div className={cn('relative overflow-hidden rounded-control bg-muted', className)}>
      {pixels ? (
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          width={pixels.mask.width}
          height={pixels.mask.height}
          className="absolute inset-0 size-full object-contain"
        />
      ) : (
        <Picture
          src={photoUrl}
          alt={label}
          sizes="16rem"
          loading="eager"
          className={cn(
            'absolute inset-0 size-full object-contain',
            !isError && 'opacity-50 motion-safe:animate-pulse',
          )}
        />
      )}
      {isError && failureText && (
        <p className="absolute inset-x-2 bottom-2 rounded-control bg-card/90 px-3 py-1 text-sm text-card-foreground">
          {failureText}
        </p>
      )}
    </div>
  );
}
