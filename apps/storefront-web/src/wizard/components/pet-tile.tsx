import { Button, cn, Picture } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Brush, Trash2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type Dispatch } from 'react';
import { loadCutOut } from '../cut-out/load-cut-out.js';
import { getFullArea } from '../cut-out/mask.js';
import { shadeCutOut } from '../cut-out/shade-cut-out.js';
import type { Pet, PetsAction } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';

/** Photo and mask as pixels. The memory is freed when the picture is no longer on the page. */
const useCutOutPixels = (photoUrl: string, maskUrl: string | null, sidePx: 640 | 1024) =>
  useQuery({
    queryKey: ['cut-out pixels', photoUrl, maskUrl, sidePx],
    queryFn: () => loadCutOut(photoUrl, maskUrl ?? '', sidePx),
    enabled: maskUrl !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

const SIDE_PX = 640;

interface Props {
  photoUrl: string;
  /** Null until it is known. */
  maskUrl: string | null;
  label: string;
  /** Shown over the photo instead of the cut-out, if it can't be drawn. */
  failureText: string;
  /** Gives the proportions. */
  className: string;
}

/** The photo with everything outside of the cut-out dimmed; the whole photo until the cut-out is loaded. */
function CutOutPicture({ photoUrl, maskUrl, label, failureText, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: pixels, isError } = useCutOutPixels(photoUrl, maskUrl, SIDE_PX);

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
      {isError && (
        <p className="absolute inset-x-2 bottom-2 rounded-control bg-card/90 px-3 py-1 text-sm text-card-foreground">
          {failureText}
        </p>
      )}
    </div>
  );
}

const CANNOT_SHOW = "The cut-out can't be shown right now. Your artwork is drawn anyway.";

interface PetTileProps {
  pet: Pet;
  /** From the left, counted from one. */
  place: number;
  count: number;
  dispatch: Dispatch<PetsAction>;
  onEdit: () => void;
}

/** The cut-out of one pet, with buttons to correct it, and to move or remove it if there are several. */
export function PetTile({ pet, place, count, dispatch, onEdit }: PetTileProps) {
  const cutOut = usePetCutOut(pet);
  const name = count > 1 ? `pet ${place} of ${count}` : 'your pet';
  const { url: photoUrl } = pet.photo;
  const automaticId = cutOut.state === 'found' ? cutOut.automatic.id : null;

  useEffect(() => {
    if (automaticId && automaticId !== pet.automaticCutOutId)
      dispatch({ type: 'cut-out found', photoUrl, cutOutId: automaticId });
  }, [automaticId, pet.automaticCutOutId, photoUrl, dispatch]);

  return (
    <li className={cn('flex min-w-0 flex-col gap-2', count === 1 && 'col-span-2')}>
      <CutOutPicture
        className={count === 1 ? 'aspect-4/3' : 'aspect-square'}
        photoUrl={photoUrl}
        maskUrl={cutOut.state === 'found' ? cutOut.maskUrl : null}
        label={`Cut-out of ${name}`}
        failureText={CANNOT_SHOW}
      />
      {cutOut.state === 'failed' && (
        <p className="text-sm text-muted-foreground">
          {CANNOT_SHOW}{' '}
          <Button variant="link" size="sm" onClick={cutOut.retry}>
            Try again
          </Button>
        </p>
      )}
      {cutOut.state === 'found' && (
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          aria-label={`Correct the cut-out of ${name}`}
          onClick={onEdit}
        >
          <Brush aria-hidden />
          Correct
        </Button>
      )}
      {count > 1 && (
        <div className="flex gap-2">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Move ${name} to the left`}
            disabledFocusable={place === 1}
            onClick={() => dispatch({ type: 'pet moved', photoUrl, by: -1 })}
          >
            <ArrowLeft aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Move ${name} to the right`}
            disabledFocusable={place === count}
            onClick={() => dispatch({ type: 'pet moved', photoUrl, by: 1 })}
          >
            <ArrowRight aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${name}`}
            onClick={() => dispatch({ type: 'pet removed', photoUrl })}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      )}
    </li>
  );
}
