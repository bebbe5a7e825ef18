import { PETS_MAX } from '@shop/contracts/art';
import { Button, cn, Picture } from '@shop/web-ui';
import { Plus } from 'lucide-react';
import { useRef, type Dispatch } from 'react';
import type { PetsAction } from '../pets-state.js';
import { usePhotoDrop } from '../use-photo-drop.js';
import { ProgressBar } from './progress-bar.js';
import { UploadErrors } from './upload-errors.js';

/** Uploads the photo of a further pet. */
export function AddPet({ dispatch }: { dispatch: Dispatch<PetsAction> }) {
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
