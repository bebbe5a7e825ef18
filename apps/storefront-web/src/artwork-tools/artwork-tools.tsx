import { LoadFailure, useLazyComponent } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { Maximize2, MonitorSmartphone, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { ArtworkDialog } from './artwork-dialogs.js';

interface Props {
  imageId: string;
  name?: string;
  /** Offers a link to another device. */
  canContinue?: boolean;
}

/** A large view of an own artwork, and links for others. The dialogs are downloaded with the first press. */
export function ArtworkTools({ imageId, name = 'your artwork', canContinue = false }: Props) {
  const [opened, setOpened] = useState<ArtworkDialog | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  const {
    Component: Dialogs,
    error,
    load,
  } = useLazyComponent(() => import('./artwork-dialogs.js').then((module) => module.ArtworkDialogs), isWanted);
  const open = (dialog: ArtworkDialog): void => {
    setIsWanted(true);
    setOpened(dialog);
  };
  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => open('view')}>
        <Maximize2 aria-hidden />
        View large<span className="sr-only">: {name}</span>
      </Button>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => open('share')}>
        <Share2 aria-hidden />
        Share<span className="sr-only"> {name}</span>
      </Button>
      {canContinue && (
        <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => open('continue')}>
          <MonitorSmartphone aria-hidden />
          Continue on another device
        </Button>
      )}
      {Dialogs ? (
        <Dialogs imageId={imageId} opened={opened} onClose={() => setOpened(null)} />
      ) : (
        error !== undefined && <LoadFailure subject="The view" error={error} onRetry={() => void load()} />
      )}
    </>
  );
}
