import type { Upload } from '@shop/contracts-art';
import { Button, cn, Picture } from '@shop/web-ui';
import { ImageUp } from 'lucide-react';
import { useEffect } from 'react';
import { warmUpPhotoCheck } from '../photo-check/check-photo.js';
import { type ActiveUpload, usePhotoDrop } from '../use-photo-upload.js';
import { PhotoAdvice, ProgressBar, UploadErrors } from './upload-feedback.js';

/** Older Safari versions have no `requestIdleCallback`. */
const runWhenIdle = (task: () => void): void =>
  void ('requestIdleCallback' in window ? requestIdleCallback(task) : setTimeout(task, 500));

interface Props {
  advice: readonly string[];
  onAdvice: (advice: string[]) => void;
  onUploaded: (photo: Upload) => void;
}

function getDropzoneText(activeUpload: ActiveUpload | null, isDragActive: boolean): string {
  if (activeUpload) return 'Uploading your photo…';
  return isDragActive ? 'Drop it here' : 'Drag and drop your photo here';
}

/** Uploads the first photo. The dropzone's own error messages are shown below it. */
export function UploadStep({ advice, onAdvice, onUploaded }: Props) {
  const { activeUpload, failedUpload, messages, dropzone } = usePhotoDrop({ onAdvice, onUploaded });
  const { getRootProps, getInputProps, open, isDragActive } = dropzone;
  useEffect(() => {
    return runWhenIdle(warmUpPhotoCheck);
  }, []);

  return (
    <section aria-labelledby="upload-heading">
      <h2 id="upload-heading" className="mb-2 font-display text-2xl font-bold">
        Upload a photo of your pet
      </h2>
      <p className="mb-6 text-muted-foreground">One face, in good light, close up: that makes the best art.</p>
      <div
        {...getRootProps()}
        className={cn(
          'flex min-h-112 flex-col items-center justify-center gap-4 rounded-card border-3 px-6 py-8 text-center transition-colors',
          activeUpload ? 'border-border bg-card' : 'cursor-pointer border-dashed',
          !activeUpload &&
            (isDragActive
              ? 'border-primary bg-peach text-tint-foreground'
              : 'border-border-strong bg-card hover:border-primary hover:bg-muted'),
        )}
      >
        <input {...getInputProps({ 'aria-label': 'Photo of your pet' })} />
        {activeUpload ? (
          <Picture
            src={activeUpload.previewUrl}
            alt="Your photo"
            loading="eager"
            placeholderText="No preview"
            className="size-24 rounded-card object-cover shadow-card sm:size-32"
          />
        ) : (
          <span className="grid size-20 place-items-center rounded-full bg-butter text-tint-foreground">
            <ImageUp aria-hidden className="size-9" />
          </span>
        )}
        <p className="font-display text-xl font-bold text-balance" aria-live="polite">
          {getDropzoneText(activeUpload, isDragActive)}
        </p>
        {activeUpload ? (
          // Reserves space for the advice, so that the layout does not shift.
          <div className="min-h-44 w-full max-w-md sm:min-h-28">
            <ProgressBar label="Progress of your upload" percent={activeUpload.percent} />
            <PhotoAdvice advice={advice} className="mt-5" />
          </div>
        ) : (
          <p className="text-muted-foreground">PNG or JPEG, up to 10MB</p>
        )}
        {/* One button for both actions, so that the focus stays during the upload. */}
        <Button
          variant="outline"
          onClick={(event) => {
            event.stopPropagation();
            if (activeUpload) activeUpload.cancel();
            else open();
          }}
        >
          {activeUpload ? 'Cancel' : 'Choose a photo'}
        </Button>
      </div>
      <UploadErrors messages={messages} failedUpload={activeUpload ? null : failedUpload} />
    </section>
  );
}
