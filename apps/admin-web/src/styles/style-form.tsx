import { zodResolver } from '@hookform/resolvers/zod';
import { styleChangeSchema, type DisplayedAdminStyle } from '@shop/contracts-art';
import { uploadProductPicture } from '@shop/contracts-art/routes';
import { api, useSingleFlight } from '@shop/web-kit';
import { Button, Field, FormError, Input, Picture, Textarea } from '@shop/web-ui';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { getChangeError, SavedNow } from '../failures.js';
import { useSeenVersion } from '../forms.js';
import { usePictureUpload } from '../picture-upload.js';
import { UploadButton } from '../upload-button.js';
import { useStyleChanges } from './styles.queries.js';

const fieldsSchema = z.required(z.omit(styleChangeSchema, { active: true }));

interface Props {
  style: DisplayedAdminStyle;
  onDone: () => void;
}

/** Changes what customers read and see of a style. Stays open with its input after a failure. */
export function StyleForm({ style, onDone }: Props) {
  const { change } = useStyleChanges();
  const changeOnce = useSingleFlight(change);
  const { version, handleError } = useSeenVersion(style.version);
  const form = useForm({
    resolver: zodResolver(fieldsSchema),
    defaultValues: {
      name: style.name,
      description: style.description ?? '',
      exampleUrl: style.exampleUrl ?? '',
    },
  });
  const exampleUrl = useWatch({ control: form.control, name: 'exampleUrl' });
  const { errorMessage, ...uploading } = usePictureUpload(
    (file, options) => api.upload(uploadProductPicture, file, options),
    (picture) => form.setValue('exampleUrl', picture.url, { shouldDirty: true, shouldValidate: true }),
  );
  const isUploading = uploading.progress !== null;
  const { errors } = form.formState;
  const submit = form.handleSubmit((fields) => {
    if (!isUploading)
      changeOnce({ key: style.key, version, change: fields }, { onSuccess: onDone, onError: handleError });
  });

  return (
    <form
      noValidate
      aria-label={`Edit ${style.name}`}
      className="mt-4 grid gap-4 rounded-control bg-muted p-4"
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Description" hint="Below the name, where a style is chosen" error={errors.description?.message}>
        <Textarea rows={2} {...form.register('description')} />
      </Field>
      <div className="grid gap-2">
        <p className="font-semibold">Example picture</p>
        <div className="flex flex-wrap items-center gap-4">
          <Picture
            src={exampleUrl || null}
            alt={exampleUrl ? 'The example picture' : ''}
            sizes="96px"
            className="size-24 rounded-control border border-border object-cover"
          />
          <div className="grid gap-2">
            <UploadButton
              {...uploading}
              label="Upload a picture"
              names={{ file: 'File for the example picture', button: 'Upload an example picture' }}
            />
            {exampleUrl && (
              <Button
                variant="ghost"
                size="sm"
                className="w-fit"
                onClick={() => form.setValue('exampleUrl', '', { shouldDirty: true })}
              >
                Use the built-in picture
              </Button>
            )}
          </div>
        </div>
        <p className="text-sm text-muted-foreground">
          Stands in where a preview of the customer’s own photo can’t be drawn. A square PNG or JPEG.
        </p>
        <FormError message={errorMessage ?? errors.exampleUrl?.message ?? null} />
      </div>
      <FormError message={getChangeError(change.error)} />
      <SavedNow error={change.error} value={[style.name, style.description, style.exampleUrl]}>
        <p>
          <bdi className="font-semibold">{style.name}</bdi> {style.description}
        </p>
      </SavedNow>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" disabledFocusable={change.isPending || isUploading}>
          {isUploading ? 'Waiting for the picture...' : change.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="ghost" size="sm" disabledFocusable={change.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
