import type { Upload } from '@shop/contracts/art';
import { Button, Picture } from '@shop/web-ui';
import { PhotoAdvice } from './photo-advice.js';

interface Props {
  photo: Upload;
  advice: readonly string[];
  onChange: () => void;
}

/** The uploaded photo with the advice of the photo check and a button to change it. */
export function PhotoCard({ photo, advice, onChange }: Props) {
  return (
    <section
      aria-label="Your photo"
      className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 rounded-card border-2 border-border bg-card p-3 sm:grid-cols-[auto_1fr_auto] sm:gap-x-5 sm:p-4"
    >
      <Picture
        src={photo.url}
        alt="Your photo"
        sizes="6rem"
        loading="eager"
        className="size-20 rounded-control bg-border-strong object-cover sm:size-24"
      />
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2 max-sm:has-[[role=status]:empty]:sr-only">
        {advice.length === 0 && (
          <p className="text-muted-foreground max-sm:hidden">This is the photo your artwork is made from.</p>
        )}
        <PhotoAdvice advice={advice} />
      </div>
      <Button variant="outline" size="sm" onClick={onChange} className="max-sm:justify-self-start">
        Change Photo
      </Button>
    </section>
  );
}
