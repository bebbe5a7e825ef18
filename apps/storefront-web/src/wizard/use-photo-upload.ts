import { ApiError, toast } from '@shop/web-kit';
import { useMutation } from '@tanstack/react-query';
import { uploadPhoto } from './api/upload-photo.js';

/** Too large, not a picture: what the server says of the file itself helps to choose another. */
const ABOUT_THE_FILE = [413, 415, 422];

/** Uploads one photo; `refusal` is the server's own sentence about the file, if it had one. */
export function usePhotoUpload(onUploaded: (photoUrl: string) => void) {
  const upload = useMutation({
    mutationFn: uploadPhoto,
    onSuccess: ({ url }) => {
      toast({ title: 'Photo uploaded!', description: 'Now choose an art style' });
      onUploaded(url);
    },
    onError: () => toast({ title: 'Upload failed', description: 'Please try again with a different image.', variant: 'destructive' }),
  });
  const { error } = upload;
  return {
    upload: upload.mutate,
    isUploading: upload.isPending,
    refusal: error instanceof ApiError && ABOUT_THE_FILE.includes(error.status) ? error.sentence : null,
  };
}
