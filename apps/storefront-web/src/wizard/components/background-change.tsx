import type { Background, Upload } from '@shop/contracts/art';
import { Button } from '@shop/web-ui';
import { PaintBucket } from 'lucide-react';
import { useId, useState } from 'react';
import { usePetCutOut } from '../use-pet-cut-out.js';
import type { GeneratedArtwork } from '../../wizard-draft.js';
import { BackgroundChoice } from './background-choice.js';

interface Props {
  photo: Upload;
  artwork: GeneratedArtwork;
  isGenerating: boolean;
  /** The customer considers another background. */
  onOpen: () => void;
  /** Draws the same variation on another background, or chooses it if it is drawn already. */
  onChange: (background: Background) => void;
}

/** Draws the finished artwork again on another background. Nothing is shown if the server does not know backgrounds. */
export function BackgroundChange({ photo, artwork, isGenerating, onOpen, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<Background | null>(null);
  const contentId = useId();
  const cutOut = usePetCutOut({ photo, cutOutId: null });
  if (cutOut.state === 'unknown') return null;
  const background = chosen ?? artwork.background;
  return (
    <div className="flex w-full flex-col items-center gap-4">
      <Button
        variant="link"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => {
          onOpen();
          setChosen(null);
          setIsOpen(!isOpen);
        }}
      >
        <PaintBucket aria-hidden />
        Change background
      </Button>
      <div id={contentId} hidden={!isOpen} className="w-full rounded-card border-2 border-border bg-card p-4 text-left">
        <BackgroundChoice background={background} onChoose={setChosen} isNoneFirst={false} />
        <Button
          size="sm"
          className="mt-4"
          disabledFocusable={isGenerating || background === artwork.background}
          onClick={() => {
            setChosen(null);
            onChange(background);
          }}
        >
          Use this background
        </Button>
      </div>
    </div>
  );
}
