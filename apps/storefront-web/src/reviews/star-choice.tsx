import { RATING_MAX } from '@shop/contracts-catalog';
import { cn } from '@shop/web-ui';
import { Star } from 'lucide-react';
import { useId, useState } from 'react';

const WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'];
const RATINGS = Array.from({ length: RATING_MAX }, (_, index) => index + 1);

interface Props {
  /** Null: nothing is chosen. */
  rating: number | null;
  isPending: boolean;
  error: string | undefined;
  onChoose: (rating: number) => void;
}

/** A group of radio buttons that looks like stars: the arrow keys choose, and each has a name. */
export function StarChoice({ rating, isPending, error, onChoose }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const id = useId();
  const displayed = pointed ?? rating ?? 0;
  return (
    // `disabled` would remove the focus from the chosen star.
    <fieldset aria-disabled={isPending} className="min-w-0">
      <legend className="mb-1 font-semibold">Your rating</legend>
      <div className="flex flex-wrap items-center gap-x-3" onPointerLeave={() => setPointed(null)}>
        <div className="-ml-2 flex">
          {RATINGS.map((value) => (
            <label
              key={value}
              onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(value)}
              className="relative grid size-12 cursor-pointer place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name={id}
                value={value}
                checked={value === rating}
                aria-label={`${value} ${value === 1 ? 'star' : 'stars'}: ${WORDS[value - 1]}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                onChange={() => isPending || onChoose(value)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <Star aria-hidden className={cn('size-9 text-primary-text', value <= displayed && 'fill-current')} />
            </label>
          ))}
        </div>
        <span aria-hidden className="text-muted-foreground">
          {WORDS[displayed - 1]}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-semibold text-destructive-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
