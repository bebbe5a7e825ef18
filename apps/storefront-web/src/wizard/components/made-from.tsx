import { Button, Picture } from '@shop/web-ui';
import { Palette } from 'lucide-react';
import type { Dispatch } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatStyleLabel } from '../../pet-art/style-label.js';
import { toCopyState } from '../../wizard-draft.js';
import { getPets, type Pet } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';
import { getWizardId, type WizardAction, type WizardState } from '../wizard-state.js';
import { CutOutPicture } from './cut-out-picture.js';

function PetThumbnail({ pet }: { pet: Pet }) {
  const cutOut = usePetCutOut(pet);
  return cutOut.state === 'found' ? (
    <CutOutPicture
      className="size-16"
      photoUrl={pet.photo.url}
      maskUrl={cutOut.maskUrl}
      label="Your photo, dimmed around the cut-out"
    />
  ) : (
    <Picture
      src={pet.photo.url}
      alt="Your photo"
      sizes="4rem"
      loading="eager"
      className="size-16 rounded-control bg-muted object-cover"
    />
  );
}

interface Props {
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  isGenerating: boolean;
}

/** What the artwork was made from: photos with their cut-outs, style and name; and the ways to change that. */
export function MadeFrom({ state, dispatch, isGenerating }: Props) {
  const { search } = useLocation();
  const wizardId = getWizardId(state);
  return (
    <section
      aria-label="Made from"
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card border-2 border-border bg-card p-3 text-left"
    >
      <div className="flex flex-wrap gap-2">
        {getPets(state).map((pet) => (
          <PetThumbnail key={pet.photo.url} pet={pet} />
        ))}
      </div>
      <div className="min-w-0 flex-1 basis-28">
        {state.styleKey && (
          <p className="font-display text-lg leading-tight font-bold first-letter:uppercase">
            {formatStyleLabel(state.styleKey)}
          </p>
        )}
        {state.petName && (
          <p className="[overflow-wrap:anywhere] text-muted-foreground">
            <bdi>{state.petName}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
        {wizardId !== null && (
          // As a further history entry: Back shows the artworks again.
          <Button asChild variant="outline" size="sm">
            <Link to={{ search }} replace={false} state={toCopyState(wizardId)}>
              <Palette aria-hidden />
              Another style
            </Link>
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          disabledFocusable={isGenerating}
          onClick={() => dispatch({ type: 'photo removed' })}
        >
          Start with another photo
        </Button>
      </div>
    </section>
  );
}
