import { toast } from '@shop/web-kit';
import { Button, Spinner } from '@shop/web-ui';
import { Dialog, DialogContent } from '@shop/web-ui/dialog';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { getMediaUrl } from '../paths.js';
import { ContinueForm } from './continue-form.js';
import { ShareLinks } from './share-links.js';
import { ZoomablePicture } from './zoomable-picture.js';

/** In a format that each app opens: without this the browser gets AVIF. */
async function downloadPicture(imageId: string): Promise<void> {
  const response = await fetch(`${getMediaUrl(imageId)}?w=1024`, { headers: { accept: 'image/png' } });
  if (!response.ok) throw new Error(`Status ${response.status}`);
  const picture = await response.blob();
  const url = URL.createObjectURL(picture);
  const link = document.createElement('a');
  link.href = url;
  link.download = picture.type === 'image/jpeg' ? 'artwork.jpg' : 'artwork.png';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function DownloadButton({ imageId }: { imageId: string }) {
  const [isLoading, setIsLoading] = useState(false);
  const download = async (): Promise<void> => {
    setIsLoading(true);
    try {
      await downloadPicture(imageId);
    } catch {
      toast({ title: 'Download failed', description: 'Please try again in a moment.', variant: 'destructive' });
    }
    setIsLoading(false);
  };
  return (
    <Button
      variant="outline"
      size="sm"
      disabledFocusable={isLoading}
      onClick={() => void download()}
      className="self-center"
    >
      {isLoading ? <Spinner /> : <Download aria-hidden />}
      Download a small picture
    </Button>
  );
}

export type ArtworkDialog = 'view' | 'share' | 'continue';

interface Props {
  imageId: string;
  opened: ArtworkDialog | null;
  onClose: () => void;
}

/** The large view of an artwork, its links, and the link to another device. */
export function ArtworkDialogs({ imageId, opened, onClose }: Props) {
  const dialog = { onOpenChange: (isOpen: boolean) => !isOpen && onClose() };
  return (
    <>
      <Dialog open={opened === 'view'} {...dialog}>
        <DialogContent title="Your artwork" className="max-w-4xl">
          <div className="flex flex-col gap-3">
            <ZoomablePicture src={getMediaUrl(imageId)} alt="Your artwork" />
            <DownloadButton imageId={imageId} />
          </div>
        </DialogContent>
      </Dialog>
      <Dialog open={opened === 'continue'} {...dialog}>
        <DialogContent
          title="Continue on another device"
          description="We send you a link that opens this artwork there, with its photo, and nothing else."
        >
          <ContinueForm imageId={imageId} />
        </DialogContent>
      </Dialog>
      <Dialog open={opened === 'share'} {...dialog}>
        <DialogContent
          title="Share your artwork"
          description="Everybody who has the link sees a small picture of it, its style and the name. Your photo is not on it."
        >
          <ShareLinks imageId={imageId} />
        </DialogContent>
      </Dialog>
    </>
  );
}
