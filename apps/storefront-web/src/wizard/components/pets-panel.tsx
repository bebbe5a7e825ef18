import { PETS_MAX } from '@shop/contracts-art';
import { useLazyComponent } from '@shop/web-kit';
import { Button, cn, Picture } from '@shop/web-ui';
import { Plus } from 'lucide-react';
import { useMemo, useRef, useState, type Dispatch } from 'react';
import { measureExtent } from '../cut-out/mask.js';
import { useCutOutPixels } from '../cut-out/use-cut-out-pixels.js';
import { canAddPet, type Pet, type PetsAction } from '../pets-state.js';
import { usePetCutOut, type PetCutOut } from '../use-pet-cut-out.js';
import { usePhotoDrop } from '../use-photo-upload.js';
import { PetTile } from './pet-tile.js';
import { PhotoAdvice, ProgressBar, UploadErrors } from './upload-feedback.js';

/** Uploads the photo of a further pet. */
function AddPet({ dispatch }: { dispatch: Dispatch<PetsAction> }) {
  /** The photo check may end before or after the upload. */
  const advice = useRef<string[]>([]);
  const addedUrl = useRef<string | null>(null);
  const { activeUpload, failedUpload, messages, dropzone } = usePhotoDrop({
    onAdvice: (found) => {
      advice.current = found;
      if (addedUrl.current) dispatch({ type: 'pet checked', photoUrl: addedUrl.current, advice: found });
    },
    onStart: () => {
      advice.current = [];
      addedUrl.current = null;
    },
    onUploaded: (photo) => {
      addedUrl.current = photo.url;
      dispatch({ type: 'pet added', photo, advice: advice.current });
    },
  });

  return (
    <li className="flex min-w-0 flex-col gap-2">
      <div
        {...dropzone.getRootProps()}
        className={cn(
          'relative flex aspect-square cursor-pointer items-center justify-center overflow-hidden rounded-control border-3 border-dashed p-3 text-center',
          !activeUpload && 'max-sm:hidden',
          dropzone.isDragActive ? 'border-primary bg-peach text-tint-foreground' : 'border-border-strong',
        )}
      >
        <input {...dropzone.getInputProps({ 'aria-label': 'Photo of another pet' })} />
        {activeUpload ? (
          <Picture
            src={activeUpload.previewUrl}
            alt=""
            loading="eager"
            className="absolute inset-0 size-full object-cover opacity-50"
          />
        ) : (
          <p className="text-sm text-pretty text-muted-foreground">
            Up to {PETS_MAX} pets, one photo each. They are drawn side by side in this order.
          </p>
        )}
      </div>
      {activeUpload && <ProgressBar label="Progress of your upload" percent={activeUpload.percent} />}
      {/* One button for both actions, so that the focus stays during the upload. */}
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        onClick={() => (activeUpload ? activeUpload.cancel() : dropzone.open())}
      >
        {!activeUpload && <Plus aria-hidden />}
        {activeUpload ? 'Cancel' : 'Add another pet'}
      </Button>
      <UploadErrors messages={messages} failedUpload={activeUpload ? null : failedUpload} />
    </li>
  );
}

const NO_ANIMAL =
  'No animal found. A photo in which your pet stands out from the background works best. You can mark your pet with the brush, or go on.';
const CUT_ANIMAL =
  'Is this all of your pet? It touches the edge of the photo. If a part is missing, add it with the brush.';

interface Props {
  pet: Pet;
  /** From the left, counted from one. */
  place: number;
  count: number;
}

/** Advice about one pet's photo. The photo check's advice about the first photo is shown beside Change Photo. */
function PetNotice({ pet, place, count }: Props) {
  const cutOut = usePetCutOut(pet);
  const isFound = cutOut.state === 'found';
  const { data: pixels } = useCutOutPixels(pet.photo.url, isFound ? cutOut.maskUrl : null);
  const extent = useMemo(() => (pixels ? measureExtent(pixels.mask) : null), [pixels]);
  const isLost = extent === 'nothing' || (isFound && !cutOut.automatic.hasSubject);
  // A customer who has corrected the cut-out has answered.
  const doubts = pet.cutOutId !== null ? [] : isLost ? [NO_ANIMAL] : extent === 'cut' ? [CUT_ANIMAL] : [];
  const advice = [...doubts, ...(place > 1 ? pet.advice : [])];
  return <PhotoAdvice advice={count > 1 ? advice.map((text) => `Pet ${place}: ${text}`) : advice} className="mt-3" />;
}

interface PetsPanelProps {
  /** From left to right, at least one. */
  pets: readonly Pet[];
  dispatch: Dispatch<PetsAction>;
  /** While a cut-out is corrected, the rest of the step is hidden. */
  onEditing: (isEditing: boolean) => void;
}

const STATUS_TEXTS: Record<PetCutOut['state'], string> = {
  pending: 'Looking for your pet in the photo…',
  found: 'What is dimmed is left out. Is something missing, or too much? Correct it with the brush.',
  failed: 'You can go on without seeing it.',
  unknown: '',
};

/** Shows which part of each photo is drawn. Nothing is shown if the server does not know cut-outs. */
export function PetsPanel({ pets, dispatch, onEditing }: PetsPanelProps) {
  const [editedUrl, setEditedUrl] = useState<string | null>(null);
  const {
    Component: Editor,
    error: editorError,
    load,
  } = useLazyComponent(() => import('./cut-out-editor.js').then((module) => module.CutOutEditor));
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = usePetCutOut(pets[0]!);
  if (state === 'unknown') return null;

  const edit = async (photoUrl: string): Promise<void> => {
    if (!(await load())) return;
    setEditedUrl(photoUrl);
    onEditing(true);
  };
  const close = (): void => {
    setEditedUrl(null);
    onEditing(false);
    heading.current?.focus();
  };
  const editedPet = pets.find(({ photo }) => photo.url === editedUrl);
  return (
    <section aria-labelledby="cut-out-heading" className="flex flex-col gap-4">
      <div>
        <h2
          id="cut-out-heading"
          ref={heading}
          tabIndex={-1}
          className="mb-1 font-display text-2xl font-bold outline-none"
        >
          This is what we’ll draw
        </h2>
        {!editedPet && (
          <p aria-live="polite" className="text-pretty text-muted-foreground">
            {STATUS_TEXTS[state]}
          </p>
        )}
        {!editedPet &&
          pets.map((pet, index) => <PetNotice key={pet.photo.url} pet={pet} place={index + 1} count={pets.length} />)}
      </div>
      {editedPet && Editor ? (
        <Editor
          pet={editedPet}
          onDone={(cutOutId) => {
            dispatch({ type: 'cut-out corrected', photoUrl: editedPet.photo.url, cutOutId });
            close();
          }}
          onCancel={close}
        />
      ) : (
        <>
          <ul aria-label="Pets from left to right" className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
            {pets.map((pet, index) => (
              <PetTile
                key={pet.photo.url}
                pet={pet}
                place={index + 1}
                count={pets.length}
                dispatch={dispatch}
                onEdit={() => void edit(pet.photo.url)}
              />
            ))}
            {canAddPet(pets) && <AddPet dispatch={dispatch} />}
          </ul>
          {editorError !== undefined && (
            <p role="alert" className="font-semibold text-destructive-text">
              The brush could not be loaded. Please try again.
            </p>
          )}
        </>
      )}
    </section>
  );
}
