import { uploadPhoto } from '@shop/contracts-art/routes';
import { PROBLEM_PHOTOS_MAX } from '@shop/contracts-order';
import { api } from '@shop/web-kit';
import { Button, Picture } from '@shop/web-ui';
import { Dialog, DialogContent, DialogTrigger } from '@shop/web-ui/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { usePictureUpload } from '../../picture-upload.js';
import { UploadButton } from '../../upload-button.js';

const THUMBNAIL = 'size-20 rounded-control border border-border bg-muted object-cover';

/** A photo of a customer; a click shows it large. */
export function Photo({ url, name }: { url: string; name: string }) {
  return (
    <Dialog>
      <DialogTrigger className="block cursor-zoom-in rounded-control" aria-label={`Enlarge ${name}`}>
        <Picture src={url} alt={name} sizes="80px" className={THUMBNAIL} />
      </DialogTrigger>
      <DialogContent title={name} className="max-w-4xl">
        <a href={url} target="_blank" rel="noreferrer" aria-label={`${name} in full size, opens in a new tab`}>
          <Picture
            src={url}
            alt={name}
            sizes="(min-width: 56rem) 52rem, 100vw"
            className="mx-auto max-h-[75dvh] w-auto max-w-full rounded-control object-contain"
          />
        </a>
      </DialogContent>
    </Dialog>
  );
}

/** Nothing without photos. */
export function Photos({ urls, label }: { urls: readonly string[]; label: string }) {
  if (urls.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {urls.map((url, index) => (
        <li key={url}>
          <Photo url={url} name={`Photo ${index + 1} of ${urls.length}`} />
        </li>
      ))}
    </ul>
  );
}

interface AttachedPhoto {
  id: string;
  url: string;
}

/** A server without ids can't attach photos. */
const NO_ID = 'This photo could not be added. Please go on without it.';

/** The photos of one form. */
export function useAttachedPhotos() {
  const [photos, setPhotos] = useState<readonly AttachedPhoto[]>([]);
  const uploading = usePictureUpload(
    (file, options) => api.upload(uploadPhoto, file, options),
    ({ id, url }) => {
      if (id === null) throw new Error(NO_ID);
      setPhotos((attached) => [...attached, { id, url }]);
    },
  );
  return {
    photos,
    uploading,
    isUploading: uploading.progress !== null,
    remove: (id: string) => setPhotos((attached) => attached.filter((photo) => photo.id !== id)),
  };
}

type PhotosFieldProps = Omit<ReturnType<typeof useAttachedPhotos>, 'isUploading'>;

/** Uploads photos that a customer has sent, for example by email. */
export function PhotosField({ photos, uploading: { errorMessage, ...uploading }, remove }: PhotosFieldProps) {
  return (
    <div role="group" aria-label="Photos" className="grid gap-2">
      <p className="font-semibold">Photos from the customer (optional)</p>
      {photos.length > 0 && (
        <ul aria-label="Attached photos" className="flex flex-wrap gap-6 pt-3 pr-4">
          {photos.map(({ id, url }, index) => (
            <li key={id} className="relative">
              <Picture src={url} alt={`Photo ${index + 1}`} sizes="80px" className={THUMBNAIL} />
              <Button
                variant="secondary"
                size="icon"
                className="absolute -top-4 -right-4"
                aria-label={`Remove photo ${index + 1}`}
                onClick={() => remove(id)}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < PROBLEM_PHOTOS_MAX && (
        <UploadButton
          {...uploading}
          label="Add a photo"
          names={{ file: 'File of the photo', button: 'Add a photo from the customer' }}
        />
      )}
      {errorMessage && (
        <p role="alert" className="text-sm font-semibold text-destructive-text">
          {errorMessage}
        </p>
      )}
    </div>
  );
}
