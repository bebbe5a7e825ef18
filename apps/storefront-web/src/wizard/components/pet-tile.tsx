import { Button, cn } from '@shop/web-ui';
import { ArrowLeft, ArrowRight, Brush, Trash2 } from 'lucide-react';
import { useEffect, type Dispatch } from 'react';
import type { Pet, PetsAction } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';
import { CutOutPicture } from './cut-out-picture.js';

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
