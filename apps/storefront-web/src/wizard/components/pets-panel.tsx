import { useLazyComponent } from '@shop/web-kit';
import { useRef, useState, type Dispatch } from 'react';
import { canAddPet, type Pet, type PetsAction } from '../pets-state.js';
import { usePetCutOut, type PetCutOut } from '../use-pet-cut-out.js';
import { AddPet } from './add-pet.js';
import { PetNotice } from './pet-notice.js';
import { PetTile } from './pet-tile.js';

interface Props {
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
export function PetsPanel({ pets, dispatch, onEditing }: Props) {
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
