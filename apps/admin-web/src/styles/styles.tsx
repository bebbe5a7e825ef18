import type { DisplayedAdminStyle } from '@shop/contracts-art';
import { Badge, Button, Card, FormError, Picture, Tooltip } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { getChangeError, PartFailure } from '../failures.js';
import { ListSkeleton } from '../lists/admin-list.js';
import { ListNotice } from '../lists/list-notice.js';
import { StyleForm } from './style-form.js';
import { stylesQuery, useStyleChanges } from './styles.queries.js';

const DIRECTIONS = [
  { label: 'up', offset: -1, Icon: ArrowUp },
  { label: 'down', offset: 1, Icon: ArrowDown },
] as const;

interface CardProps {
  style: DisplayedAdminStyle;
  /** The keys of all styles, in their order. */
  order: readonly string[];
  onMoved: (buttonId: string, style: DisplayedAdminStyle) => void;
}

function StyleCard({ style, order, onMoved }: CardProps) {
  const { change, move } = useStyleChanges();
  const [isOpen, setOpen] = useState(false);
  const isBusy = change.isPending || move.isPending;
  const index = order.indexOf(style.key);
  const handleMove = (offset: -1 | 1, neighbor: string, buttonId: string): void =>
    move.mutate(
      { key: style.key, place: offset < 0 ? { before: neighbor } : { after: neighbor } },
      { onSuccess: () => onMoved(buttonId, style) },
    );
  return (
    <Card className="p-5">
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {style.exampleUrl && (
          <Picture
            src={style.exampleUrl}
            alt=""
            sizes="96px"
            className="size-24 shrink-0 rounded-control object-cover"
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <bdi className="font-display text-lg font-bold [overflow-wrap:anywhere]">{style.name}</bdi>
            {!style.active && <Badge variant="outline">not offered</Badge>}
          </p>
          <p dir="auto" className="mt-1 max-w-[70ch] [overflow-wrap:anywhere] text-muted-foreground">
            {style.description}
          </p>
          <FormError message={getChangeError(change.error ?? move.error)} className="mt-1 text-sm" />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={`${style.active ? 'Deactivate' : 'Activate'} ${style.name}`}
            disabledFocusable={isBusy}
            onClick={() => change.mutate({ key: style.key, version: style.version, change: { active: !style.active } })}
          >
            {style.active ? 'Deactivate' : 'Activate'}
          </Button>
          {DIRECTIONS.map(({ label, offset, Icon }) => {
            const neighbor = order[index + offset];
            const id = `style-${label}-${style.key}`;
            return (
              <Tooltip key={label} label={`Move ${label}`}>
                <Button
                  id={id}
                  variant="ghost"
                  size="icon"
                  aria-label={`Move ${style.name} ${label}`}
                  disabledFocusable={isBusy || neighbor === undefined}
                  onClick={() => neighbor !== undefined && handleMove(offset, neighbor, id)}
                >
                  <Icon aria-hidden />
                </Button>
              </Tooltip>
            );
          })}
          <Tooltip label="Edit">
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Edit ${style.name}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <Pencil aria-hidden />
            </Button>
          </Tooltip>
        </div>
      </div>
      {isOpen && <StyleForm style={style} onDone={() => setOpen(false)} />}
    </Card>
  );
}

function StyleList({ styles }: { styles: readonly DisplayedAdminStyle[] }) {
  const order = styles.map(({ key }) => key);
  const [moved, setMoved] = useState<DisplayedAdminStyle | null>(null);
  const focusId = useRef<string | null>(null);
  /** A button loses the focus when the browser moves its card. */
  useLayoutEffect(() => {
    if (focusId.current && document.activeElement === document.body)
      document.getElementById(focusId.current)?.focus({ preventScroll: true });
  }, [styles]);
  return (
    <>
      <p role="status" className="sr-only">
        {moved && `${moved.name} is now ${order.indexOf(moved.key) + 1} of ${order.length}.`}
      </p>
      <ol aria-label="Styles" className="grid grid-cols-1 gap-4">
        {styles.map((style) => (
          <li key={style.key}>
            <StyleCard
              style={style}
              order={order}
              onMoved={(id, which) => {
                focusId.current = id;
                setMoved(which);
              }}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The art styles: what customers read, in which order, and whether they can choose them. */
export function Styles() {
  const { data: styles, error, isPending, refetch } = useQuery(stylesQuery);
  return (
    <section aria-label="Styles">
      <p className="mb-6 max-w-[70ch] text-muted-foreground">
        Customers choose from these in this order. A style that is not offered stays on existing artworks and orders.
      </p>
      {isPending && <ListSkeleton />}
      {!styles && error && (
        <PartFailure error={error} missing="This shop’s server has no call to change styles." onRetry={refetch} />
      )}
      {styles && (
        <ListNotice rows="styles">
          <StyleList styles={styles} />
        </ListNotice>
      )}
    </section>
  );
}
