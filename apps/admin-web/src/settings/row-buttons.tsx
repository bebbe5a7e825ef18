import { Button, Tooltip } from '@shop/web-ui';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';

interface Props {
  /** Names the row for screen readers. */
  label: string;
  index: number;
  count: number;
  /** Absent: the order doesn't matter. */
  onMove?: (from: number, to: number) => void;
  onRemove: () => void;
}

/** Moves a row of a list, and removes it. */
export function RowButtons({ label, index, count, onMove, onRemove }: Props) {
  const move = (event: MouseEvent<HTMLButtonElement>, to: number): void => {
    const button = event.currentTarget;
    flushSync(() => onMove?.(index, to));
    // A browser takes the focus from a row that changes its place.
    button.focus();
  };
  return (
    <div className="flex gap-1">
      {onMove && (
        <>
          <Tooltip label="Up">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Move ${label} up`}
              disabledFocusable={index === 0}
              onClick={(event) => move(event, index - 1)}
            >
              <ArrowUp aria-hidden />
            </Button>
          </Tooltip>
          <Tooltip label="Down">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Move ${label} down`}
              disabledFocusable={index === count - 1}
              onClick={(event) => move(event, index + 1)}
            >
              <ArrowDown aria-hidden />
            </Button>
          </Tooltip>
        </>
      )}
      <Tooltip label="Remove">
        <Button variant="ghost" size="icon" aria-label={`Remove ${label}`} onClick={onRemove}>
          <Trash2 aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}
