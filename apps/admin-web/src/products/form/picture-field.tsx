import { uploadProductPicture } from '@shop/contracts-art/routes';
import { api } from '@shop/web-kit';
import { Field, Input, Picture } from '@shop/web-ui';
import { useEffect } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { usePictureUpload } from '../../picture-upload.js';
import { UploadButton } from '../../upload-button.js';
import type { ProductFields } from './product-fields.rules.js';

interface Props {
  form: UseFormReturn<ProductFields>;
  name: 'imageUrl' | 'mockupTemplateUrl' | 'backImageUrl';
  label: string;
  /** The product must not be saved during an upload: it would be without the picture. */
  onUploading: (isUploading: boolean) => void;
}

/** A picture by URL or upload, with a preview. */
export function PictureField({ form, name, label, onUploading }: Props) {
  const url = useWatch({ control: form.control, name });
  const { errorMessage, ...uploading } = usePictureUpload(
    (file, options) => api.upload(uploadProductPicture, file, options),
    (picture) => form.setValue(name, picture.url, { shouldDirty: true, shouldValidate: true }),
  );
  const isUploading = uploading.progress !== null;
  useEffect(() => {
    onUploading(isUploading);
  }, [onUploading, isUploading]);

  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-2">
      <Field
        label={label}
        hint="Optional: an address, or a PNG or JPEG of yours"
        error={errorMessage ?? form.formState.errors[name]?.message}
      >
        <Input inputMode="url" placeholder="https://" readOnly={isUploading} {...form.register(name)} />
      </Field>
      <Picture
        src={url || null}
        alt={url ? `Preview of the ${label.toLowerCase().replace(' url', '')}` : ''}
        sizes="96px"
        className="size-24 rounded-control border border-border object-cover"
      />
      <div className="col-span-2">
        <UploadButton
          {...uploading}
          label="Upload a picture"
          names={{ file: `File for ${label}`, button: `Upload a picture for ${label}` }}
        />
      </div>
    </div>
  );
}
