import { Button, Picture } from '@shop/web-ui';
import { ImageUp, RotateCw, TriangleAlert, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { countUsable, type FormPhoto } from './use-attached-photos.js';

const TILE = 'size-20 shrink-0 rounded-control border border-border bg-muted';

/** What is visible of a photo: itself, its progress, or that it failed. */
function Tile({ photo }: { photo: FormPhoto }) {
  switch (photo.state) {
    case 'attached':
      return <Picture src={photo.url} alt="" sizes="6rem" className={`${TILE} object-cover`} />;
    case 'failed':
      return (
        <span className={`${TILE} grid place-items-center text-destructive-text`}>
          <TriangleAlert aria-hidden className="size-7" />
        </span>
      );
    case 'uploading':
      return (
        <span className={`${TILE} relative overflow-hidden`}>
          {photo.previewUrl && <img src={photo.previewUrl} alt="" className="size-full object-cover opacity-60" />}
          <span
            role="progressbar"
            aria-label={`Progress of ${photo.name}`}
            aria-valuenow={photo.percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="absolute inset-x-0 bottom-0 h-2 bg-card"
          >
            <span className="block h-full bg-primary" style={{ width: `${Math.max(photo.percent, 3)}%` }} />
          </span>
        </span>
      );
  }
}

function PhotoRow({ photo, isPending, onRemove }: { photo: FormPhoto; isPending: boolean; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-3">
      <Tile photo={photo} />
      <div className="min-w-0 flex-1">
        <p className="truncate">{photo.name}</p>
        {photo.state === 'uploading' && <p className="text-sm text-muted-foreground">Being sent…</p>}
        {photo.state === 'failed' && (
          <p role="alert" className="text-sm font-semibold text-pretty text-destructive-text">
            {photo.message}
          </p>
        )}
        {photo.state === 'failed' && photo.retry && (
          <Button variant="link" size="sm" className="px-0" onClick={photo.retry}>
            <RotateCw aria-hidden />
            Try again
          </Button>
        )}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove ${photo.name}`}
        disabledFocusable={isPending}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

const getTooMany = (max: number): string => `Please choose at most ${max} ${max === 1 ? 'photo' : 'photos'}.`;

interface Props {
  max: number;
  /** Above the photos. */
  label: string;
  hint: string;
  /** Of the file input. */
  inputLabel: string;
  photos: readonly FormPhoto[];
  /** Returns whether all were taken. */
  onAdd: (files: readonly File[]) => boolean;
  onRemove: (key: string) => void;
  isPending: boolean;
  /** Why the form can't be sent with these photos. */
  error: string | undefined;
}

/** Photos of a form. They are sent while the customer goes on writing. */
export function AttachedPhotos({ max, label, hint, inputLabel, photos, onAdd, onRemove, isPending, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [hadTooMany, setHadTooMany] = useState(false);
  const id = useId();
  const message = error ?? (hadTooMany ? getTooMany(max) : undefined);
  const isFull = countUsable(photos) >= max;
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`} className="grid gap-3">
      <div>
        <p id={`${id}-label`} className="font-semibold">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      </div>
      {photos.length > 0 && (
        <ul className="grid gap-3">
          {photos.map((photo) => (
            <PhotoRow
              key={photo.key}
              photo={photo}
              isPending={isPending}
              onRemove={() => {
                setHadTooMany(false);
                onRemove(photo.key);
                button.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <div>
        <input
          ref={input}
          type="file"
          multiple={max > 1}
          accept="image/png,image/jpeg"
          aria-label={inputLabel}
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            setHadTooMany(!onAdd([...(currentTarget.files ?? [])]));
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
        <Button
          ref={button}
          variant="outline"
          size="sm"
          disabledFocusable={isPending || isFull}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden />
          {max === 1 ? 'Add a photo' : 'Add photos'}
        </Button>
      </div>
      {message && (
        <p role="alert" className="text-sm font-semibold text-destructive-text">
          {message}
        </p>
      )}
    </div>
  );
}
