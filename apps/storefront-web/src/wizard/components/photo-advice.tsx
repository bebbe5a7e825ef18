import { cn } from '@shop/web-ui';
import { Lightbulb } from 'lucide-react';

/**
 * The advice of the photo check. The status element is always rendered, so that screen readers announce later advice.
 */
export function PhotoAdvice({ advice, className }: { advice: readonly string[]; className?: string }) {
  return (
    <div role="status">
      {advice.length > 0 && (
        <div className={cn('flex gap-3 rounded-control bg-butter px-4 py-3 text-left text-tint-foreground', className)}>
          <Lightbulb aria-hidden className="mt-0.5 size-5 shrink-0" />
          <ul className="flex min-w-0 flex-col gap-2">
            {advice.map((text) => (
              <li key={text} className="text-pretty">
                {text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
