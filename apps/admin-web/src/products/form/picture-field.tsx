import { uploadProductPicture } from '@shop/contracts/routes';
import { api, getErrorMessage } from '@shop/web-kit';
import { Button, Field, Input, Picture } from '@shop/web-ui';
import { ImageUp, X } from 'lucide-react';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { ProductFields } from './product-fields.rules.js';

/** Uploads one picture at a time. `progress` is 0..1 during an upload, otherwise null. */
function usePictureUpload(onDone: (url: string) => void) {
  const [progress, setProgress] = useState<number | null>(null);
  const [errorMessage, setErrorMessage] = useState<string>();
  const currentUpload = useRef<AbortController | null>(null);
  const cancel = (): void => currentUpload.current?.abort();
  useEffect(() => cancel, []);

  const upload = async (file: File): Promise<void> => {
    cancel();
    const controller = (currentUpload.current = new AbortController());
    const isCurrent = (): boolean => currentUpload.current === controller && !controller.signal.aborted;
    setProgress(0);
    setErrorMessage(undefined);
    try {
      const { url } = await api.upload(uploadProductPicture, file, {
        onProgress: (sent) => isCurrent() && setProgress(sent),
        signal: controller.signal,
      });
      if (isCurrent()) onDone(url);
    } catch (error) {
      if (isCurrent()) setErrorMessage(getErrorMessage(error));
    } finally {
      if (currentUpload.current === controller) setProgress(null);
    }
  };
  return { upload: (file: File) => void upload(file), cancel, progress, errorMessage };
}

interface Props {
  form: UseFormReturn<ProductFields>;
  name: 'imageUrl' | 'mockupTemplateUrl';
  label: string;
}

/** A picture by URL or upload, with a preview. */
export function PictureField({ form, name, label }: Props) {
  const url = useWatch({ control: form.control, name });
  const { upload, cancel, progress, errorMessage } = usePictureUpload((url) =>
    form.setValue(name, url, { shouldDirty: true, shouldValidate: true }),
  );
  const fileInput = useRef<HTMLInputElement>(null);
  const handleFileChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const file = currentTarget.files?.[0];
    // Lets the same file be chosen again after a failure.
    currentTarget.value = '';
    if (file) upload(file);
  };

  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-2">
      <Field
        label={label}
        hint="Optional: an address, or a PNG or JPEG of yours"
        error={errorMessage ?? form.formState.errors[name]?.message}
      >
        <Input inputMode="url" placeholder="https://" readOnly={progress !== null} {...form.register(name)} />
      </Field>
      <Picture
        src={url || null}
        alt={url ? `Preview of the ${label.toLowerCase().replace(' url', '')}` : ''}
        sizes="96px"
        className="size-24 rounded-control border border-border object-cover"
      />
      <div className="col-span-2 flex flex-wrap items-center gap-3">
        <input
          ref={fileInput}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={`File for ${label}`}
          tabIndex={-1}
          className="sr-only"
          onChange={handleFileChange}
        />
        {progress === null ? (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Upload a picture for ${label}`}
            onClick={() => fileInput.current?.click()}
          >
            <ImageUp aria-hidden />
            Upload a picture
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
    </div>
  );
}
