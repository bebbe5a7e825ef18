import { Star } from 'lucide-react';
import { cn } from '../cn.js';

const STARS = [1, 2, 3, 4, 5];

/** Stars of a review, or of an average. `isDecorative`: the text beside them says the same. */
export function Stars({
  rating,
  isDecorative = false,
  className,
}: {
  rating: number;
  isDecorative?: boolean;
  className?: string;
}) {
  const names = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `${rating} out of 5 stars` };
  return (
    <span {...names} className={cn('ui-stars', className)}>
      {STARS.map((star) => (
        <Star key={star} aria-hidden data-filled={star <= Math.round(rating) ? '' : undefined} />
      ))}
    </span>
  );
}
