import { Button } from '@shop/web-ui';
import { ImageUp, X } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import type { usePictureUpload } from './picture-upload.js';

interface Props extends Pick<ReturnType<typeof usePictureUpload>, 'upload' | 'cancel' | 'progress'> {
  /** What the picture is for: `File for Image URL`, `Upload a picture for Image URL`. */
  names: { file: string; button: string };
  label: string;
}

/** Chooses a PNG or JPEG and uploads it; shows the progress, with a button that stops it. */
export function UploadButton({ upload, cancel, progress, names, label }: Props) {
  const fileInput = useRef<HTMLInputElement>(null);
  const handleFileChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    // Lets the same file be chosen again after a failure.
    currentTarget.value = '';
    if (file) upload(file);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        ref={fileInput}
        type="file"
        accept="image/png,image/jpeg"
        aria-label={names.file}
        tabIndex={-1}
        className="sr-only"
        onChange={handleFileChange}
      />
      {progress === null ? (
        <Button variant="outline" size="sm" aria-label={names.button} onClick={() => fileInput.current?.click()}>
          <ImageUp aria-hidden />
          {label}
        </Button>
      ) : (
        <>
          <progress
            value={progress}
            max={1}
            aria-label="Sending the picture"
            className="h-2 min-w-24 flex-1 accent-primary"
          />
          <span className="text-sm tabular-nums">{Math.round(progress * 100)}%</span>
          <Button variant="ghost" size="sm" onClick={cancel}>
            <X aria-hidden />
            Cancel
          </Button>
        </>
      )}
    </div>
  );
}
