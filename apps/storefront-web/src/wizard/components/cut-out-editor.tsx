import { Button, EmptyState, Skeleton } from '@shop/web-ui';
import { skipToken, useQuery } from '@tanstack/react-query';
import { loadCutOut, loadMask } from '../cut-out/load-cut-out.js';
import { createMaskEditor } from '../cut-out/mask-editor.js';
import type { Pet } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';
import { CutOutBrush } from './cut-out-brush.js';

const SIDE_PX = 1024;

interface Props {
  pet: Pet;
  /** Null: the automatic cut-out is used again. */
  onDone: (cutOutId: string | null) => void;
  onCancel: () => void;
}

async function openCutOut(photoUrl: string, maskUrl: string, automaticUrl: string) {
  const { photo, mask } = await loadCutOut(photoUrl, maskUrl, SIDE_PX);
  const automatic = automaticUrl === maskUrl ? mask : await loadMask(automaticUrl, mask);
  return { photo, editor: createMaskEditor(photo, mask, automatic) };
}

/** Loads photo and masks, and lets the customer correct the cut-out. */
export function CutOutEditor({ pet: { photo, cutOutId }, onDone, onCancel }: Props) {
  const cutOut = usePetCutOut({ photo, cutOutId });
  const urls = cutOut.state === 'found' ? ([cutOut.maskUrl, cutOut.automatic.maskUrl] as const) : null;
  const opened = useQuery({
    queryKey: ['edited cut-out', photo.url, urls],
    queryFn: urls ? () => openCutOut(photo.url, ...urls) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (opened.isError || photo.id === null)
    return (
      <EmptyState
        title="The cut-out can’t be shown right now."
        text="Your artwork is drawn anyway."
        action={
          <Button variant="outline" onClick={onCancel}>
            Back
          </Button>
        }
      />
    );
  if (!opened.data) return <Skeleton className="aspect-4/3 w-full rounded-card" />;
  return (
    <CutOutBrush
      uploadId={photo.id}
      photo={opened.data.photo}
      editor={opened.data.editor}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
