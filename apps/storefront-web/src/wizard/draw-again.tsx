import type { DisplayedArtworkSource } from '@shop/contracts-art';
import { getArtworkSource } from '@shop/contracts-art/routes';
import { api, ApiError, LoadFailure } from '@shop/web-kit';
import { Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { getMediaUrl } from '../paths.js';
import { saveFinishedWizard, toCopyState, toSameState } from '../wizard-draft.js';
import type { Pet } from './pets-state.js';
import { EMPTY_WIZARD, type WizardState } from './wizard-state.js';

const PHOTO_GONE = 'The photo of this artwork is no longer stored. Please upload it again to draw your pet.';
const OTHER_OWNER =
  'The photo of this artwork belongs to another browser or account. Please upload it again to draw your pet.';

/** Null if a photo is no longer stored. */
function toPets({ pets }: DisplayedArtworkSource): Pet[] | null {
  const found = pets.flatMap(({ photo, cutOutId }): Pet[] =>
    photo ? [{ photo, advice: [], cutOutId, automaticCutOutId: null }] : [],
  );
  return found.length === pets.length && found.length > 0 ? found : null;
}

/** The wizard that has drawn this artwork. Without its photos, it asks for them. */
function toWizard(imageId: string, source: DisplayedArtworkSource): WizardState {
  const { styleKey, petName, prompt, background, variation, engine = null } = source;
  const [first, ...furtherPets] = toPets(source) ?? [];
  const described = { ...EMPTY_WIZARD, styleKey, background, petName: petName ?? '', prompt: prompt ?? '' };
  if (!first) return { ...described, error: PHOTO_GONE };
  return {
    ...described,
    photo: first.photo,
    cutOutId: first.cutOutId,
    furtherPets,
    artworks: [{ variation, imageId, imageUrl: getMediaUrl(imageId), background, engine }],
    staysOnPage: true,
  };
}

const isForeign = (error: Error | null): boolean => error instanceof ApiError && [401, 404].includes(error.status);

interface Props {
  imageId: string;
  /** In its style, with its background and variation; else the customer chooses another style. */
  keepsStyle: boolean;
}

/**
 * Opens the wizard with the pets of an artwork that was not drawn in this tab. Afterwards the tab knows the wizard, so the
 * artwork's other pages lead to it too.
 */
export function DrawAgain({ imageId, keepsStyle }: Props) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['artwork source', imageId],
    queryFn: ({ signal }) => api.call(getArtworkSource, { params: { id: imageId }, signal }),
    staleTime: 0,
    retry: false,
  });
  const wizard = data ? toWizard(imageId, data) : isForeign(error) ? { ...EMPTY_WIZARD, error: OTHER_OWNER } : null;

  useEffect(() => {
    if (!wizard) return;
    const id = `artwork:${imageId}`;
    saveFinishedWizard({ id, imageIds: wizard.artworks.map((artwork) => artwork.imageId), state: { ...wizard, id } });
    void navigate('/create', { replace: true, state: keepsStyle ? toSameState(id) : toCopyState(id) });
  });

  if (error && !wizard) return <LoadFailure subject="Your photo" error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading your photo">
      <Skeleton className="h-112 rounded-card" />
    </div>
  );
}
