import { Button, cn, Spinner } from '@shop/web-ui';
import { ImageUp } from 'lucide-react';
import { useDropzone, type Accept } from 'react-dropzone';
import { usePhotoUpload } from '../use-photo-upload.js';

const ACCEPTED: Accept = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] };

/** One photo, PNG or JPEG: dropped, pasted or picked. Refusals stand under the zone, in its own words (D31b). */
export function UploadStep({ onUploaded }: { onUploaded: (photoUrl: string) => void }) {
  const { upload, isUploading, refusal } = usePhotoUpload(onUploaded);
  const { getRootProps, getInputProps, open, isDragActive, fileRejections } = useDropzone({
    accept: ACCEPTED,
    multiple: false,
    maxFiles: 1,
    disabled: isUploading,
    noKeyboard: true,
    onDropAccepted: ([photo]) => photo && upload(photo),
  });
  const messages = new Set(fileRejections.flatMap(({ errors }) => errors.map(({ message }) => message)));
  if (messages.size === 0 && refusal) messages.add(refusal);

  return (
    <section aria-labelledby="upload-heading">
      <h2 id="upload-heading" className="mb-2 font-display text-2xl font-bold">
        Upload a photo of your pet
      </h2>
      <p className="mb-6 text-muted-foreground">One face, in good light, close up: that makes the best art.</p>
      <div
        {...getRootProps()}
        className={cn(
          'flex min-h-80 cursor-pointer flex-col items-center justify-center gap-4 rounded-card border-3 border-dashed px-6 py-12 text-center transition-colors',
          isDragActive ? 'border-primary bg-peach text-tint-foreground' : 'border-border-strong bg-card hover:border-primary hover:bg-muted',
        )}
      >
        <input {...getInputProps({ 'aria-label': 'Photo of your pet' })} />
        <span className="grid size-20 place-items-center rounded-full bg-butter text-tint-foreground">
          {isUploading ? <Spinner className="size-9" /> : <ImageUp aria-hidden className="size-9" />}
        </span>
        <p className="font-display text-xl font-bold" aria-live="polite">
          {isUploading ? 'Uploading your photo…' : isDragActive ? 'Drop it here' : 'Drag and drop your photo here'}
        </p>
        <p className="text-muted-foreground">PNG or JPEG, up to 10MB</p>
        <Button
          variant="outline"
          disabled={isUploading}
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          Choose a photo
        </Button>
      </div>
      {messages.size > 0 && (
        <ul role="alert" className="mt-4 flex flex-col gap-1 font-semibold text-destructive-text">
          {[...messages].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
