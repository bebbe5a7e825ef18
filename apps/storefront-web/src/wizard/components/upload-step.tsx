import type { Upload } from '@shop/contracts/art';
import { Button, cn, Picture } from '@shop/web-ui';
import { ImageUp, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { useDropzone, type Accept } from 'react-dropzone';
import { warmUpPhotoCheck } from '../photo-check/check-photo.js';
import { usePhotoUpload, type ActiveUpload, type FailedUpload } from '../use-photo-upload.js';
import { PhotoAdvice } from './photo-advice.js';
import { ProgressBar } from './progress-bar.js';

const ACCEPTED: Accept = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg', '.jfif', '.pjpeg'] };

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

/** Takes one PNG or JPEG photo by drop, paste or file dialog. The dropzone's own error messages are shown below it. */
export function UploadStep({ advice, onAdvice, onUploaded }: Props) {
  const { upload, activeUpload, failedUpload } = usePhotoUpload({ onAdvice, onUploaded });
  const { getRootProps, getInputProps, open, isDragActive, fileRejections } = useDropzone({
    accept: ACCEPTED,
    multiple: false,
    maxFiles: 1,
    disabled: activeUpload !== null,
    noKeyboard: true,
    onDrop: ([photo], rejections) => {
      // If several photos are dropped at once, none is uploaded, because it is unknown which one is meant.
      if (photo && rejections.length === 0) upload(photo);
    },
  });
  useEffect(() => {
    return runWhenIdle(warmUpPhotoCheck);
  }, []);
  const messages = new Set(fileRejections.flatMap(({ errors }) => errors.map(({ message }) => message)));

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
      {messages.size > 0 && (
        <div
          role="alert"
          ref={revealElement}
          className="mt-4 flex scroll-mb-6 flex-col gap-1 font-semibold text-destructive-text"
        >
          {[...messages].map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      )}
      {messages.size === 0 && !activeUpload && failedUpload && <UploadFailure failedUpload={failedUpload} />}
    </section>
  );
}

/** On a phone the drop zone fills the screen, so a message below it would not be seen. */
function revealElement(element: HTMLElement | null): void {
  void element?.scrollIntoView({ block: 'nearest' });
}

function UploadFailure({ failedUpload: { fileName, message, retry } }: { failedUpload: FailedUpload }) {
  return (
    <div ref={revealElement} className="mt-4 flex scroll-mb-6 flex-col items-start gap-3">
      <p role="alert" className="font-semibold text-pretty text-destructive-text">
        {message}
      </p>
      {retry && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="outline" size="sm" onClick={retry}>
            <RotateCw aria-hidden />
            Try again
          </Button>
          <span className="min-w-0 text-muted-foreground">
            Your photo <span className="break-all">{fileName}</span> is still here.
          </span>
        </div>
      )}
    </div>
  );
}
