import type { DisplayedStyle, PreviewComposition, Upload } from '@shop/contracts/art';
import { cn } from '@shop/web-ui';
import { Check } from 'lucide-react';
import type { PreviewState } from '../use-style-previews.js';
import { StylePreview } from './style-preview.js';

interface Props {
  style: DisplayedStyle;
  photo: Upload;
  composition: PreviewComposition | null;
  preview: PreviewState;
  isChosen: boolean;
  onChoose: () => void;
  onDrawn: () => void;
  onFailed: () => void;
}

/** A radio button in the form of a picture card. */
export function StyleCard({ style, isChosen, onChoose, ...previewProps }: Props) {
  const isSample = previewProps.preview.status === 'failed';
  return (
    <label
      className={cn(
        'relative flex cursor-pointer flex-col overflow-hidden rounded-card border-3 bg-card transition-[border-color,box-shadow] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isChosen ? 'border-primary shadow-float' : 'border-border hover:border-border-strong',
      )}
    >
      <input
        type="radio"
        name="style"
        value={style.key}
        checked={isChosen}
        onChange={onChoose}
        aria-label={style.name}
        aria-describedby={isSample ? `style-${style.key} sample-${style.key}` : `style-${style.key}`}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <StylePreview style={style} {...previewProps} />
      <span className="flex flex-1 flex-col gap-0.5 p-3 sm:p-4">
        <span className="font-display text-lg leading-tight font-bold [overflow-wrap:anywhere]">{style.name}</span>
        <span id={`style-${style.key}`} className="text-sm text-muted-foreground max-sm:hidden">
          {style.description}
        </span>
      </span>
      {isChosen && (
        <span
          aria-hidden
          className="absolute top-3 right-3 grid size-8 place-items-center rounded-full bg-primary text-primary-foreground shadow-button"
        >
          <Check className="size-5" />
        </span>
      )}
    </label>
  );
}
