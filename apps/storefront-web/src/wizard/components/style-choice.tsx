import type { Style } from '@shop/contracts/art';
import { cn, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Loaded } from '../../loaded.js';
import { StylePicture } from '../../pet-art/style-picture.js';
import { stylesQuery } from '../api/list-styles.js';

const GRID = 'grid grid-cols-2 gap-4 lg:grid-cols-4';

interface Props {
  styleKey: string | null;
  onChoose: (styleKey: string) => void;
}

function StyleCard({ style, isChosen, onChoose }: { style: Style; isChosen: boolean; onChoose: (styleKey: string) => void }) {
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
        onChange={() => onChoose(style.key)}
        aria-label={style.name}
        aria-describedby={`style-${style.key}`}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
      />
      <StylePicture styleKey={style.key} className="aspect-square w-full" />
      <span className="flex flex-1 flex-col gap-0.5 p-3 sm:p-4">
        <span className="font-display text-lg leading-tight font-bold break-words">{style.name}</span>
        <span id={`style-${style.key}`} className="text-sm text-muted-foreground max-sm:hidden">
          {style.description}
        </span>
      </span>
      {isChosen && (
        <span aria-hidden className="absolute top-3 right-3 grid size-8 place-items-center rounded-full bg-primary text-primary-foreground shadow-button">
          <Check className="size-5" />
        </span>
      )}
    </label>
  );
}

export function StyleChoice({ styleKey, onChoose }: Props) {
  const styles = useQuery(stylesQuery);
  return (
    <fieldset>
      <legend className="mb-4 font-display text-2xl font-bold">Choose your art style</legend>
      <Loaded
        query={styles}
        skeleton={
          <div role="status" aria-label="Loading styles" className={GRID}>
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="aspect-[4/5] rounded-card" />
            ))}
          </div>
        }
      >
        {(list) => (
          <div className={GRID}>
            {list.map((style) => (
              <StyleCard key={style.id} style={style} isChosen={style.key === styleKey} onChoose={onChoose} />
            ))}
          </div>
        )}
      </Loaded>
    </fieldset>
  );
}
