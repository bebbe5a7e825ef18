import type { DisplayedAdminProduct, ProductMove } from '@shop/contracts-catalog';
import { PagedList } from '@shop/web-kit';
import { Badge, Button, Card, cn, EmptyState, FormError, Picture, Tooltip } from '@shop/web-ui';
import { ArrowDown, ArrowUp, ArrowUpToLine, GripVertical, Shirt } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { getChangeError, isMissingCall } from '../../failures.js';
import { ListSkeleton } from '../../lists/admin-list.js';
import { usePagedList } from '../../lists/list-query.js';
import { productsList } from '../products.queries.js';
import { findPlace, type Direction } from './arrange.rules.js';
import { useDragging } from './use-dragging.js';
import { useMoves } from './use-moves.js';

const BUTTONS: readonly { direction: Direction; label: string; icon: ReactNode }[] = [
  { direction: 'top', label: 'to the top', icon: <ArrowUpToLine aria-hidden /> },
  { direction: 'up', label: 'up', icon: <ArrowUp aria-hidden /> },
  { direction: 'down', label: 'down', icon: <ArrowDown aria-hidden /> },
];

const getButtonId = (id: string, direction: Direction): string => `move-${direction}-${id}`;

interface RowProps {
  products: readonly DisplayedAdminProduct[];
  index: number;
  product: DisplayedAdminProduct;
  onMove: (id: string, place: ProductMove, focusId: string | null) => void;
}

function ArrangeRow({ products, index, product, onMove }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { isDragged, edge } = useDragging({
    id: product.id,
    row,
    handle,
    onDrop: (draggedId, place) => onMove(draggedId, place, null),
  });
  return (
    <Card
      ref={row}
      className={cn('relative flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-3 pl-1', isDragged && 'opacity-50')}
    >
      {edge && (
        <span
          aria-hidden
          className={cn(
            'absolute inset-x-0 h-1 rounded-full bg-primary',
            edge === 'before' ? '-top-1.5' : '-bottom-1.5',
          )}
        />
      )}
      <span
        ref={handle}
        aria-hidden
        title="Drag to place"
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted-foreground active:cursor-grabbing"
      >
        <GripVertical className="size-5" />
      </span>
      <Picture src={product.imageUrl} alt="" sizes="48px" className="size-12 shrink-0 rounded-control object-cover" />
      <span className="flex min-w-0 flex-[1_1_8rem] flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-semibold [overflow-wrap:anywhere]">{product.title}</bdi>
        {!product.active && <Badge variant="outline">inactive</Badge>}
      </span>
      <span className="ml-auto flex gap-1">
        {BUTTONS.map(({ direction, label, icon }) => {
          const place = findPlace(products, index, direction);
          return (
            <Tooltip key={direction} label={`Move ${label}`}>
              <Button
                id={getButtonId(product.id, direction)}
                variant="ghost"
                size="icon"
                aria-label={`Move ${product.title} ${label}`}
                disabledFocusable={place === null}
                onClick={() => place && onMove(product.id, place, getButtonId(product.id, direction))}
              >
                {icon}
              </Button>
            </Tooltip>
          );
        })}
      </span>
    </Card>
  );
}

interface ListProps {
  products: readonly DisplayedAdminProduct[];
  hasMore: boolean;
}

function ArrangeList({ products, hasMore }: ListProps) {
  const { move, error } = useMoves();
  const [movedId, setMovedId] = useState<string | null>(null);
  const focusId = useRef<string | null>(null);
  /** A button loses the focus when the browser moves its row. */
  useLayoutEffect(() => {
    if (focusId.current && document.activeElement === document.body)
      document.getElementById(focusId.current)?.focus({ preventScroll: true });
  }, [products]);

  const handleMove = (id: string, place: ProductMove, nextFocusId: string | null): void => {
    focusId.current = nextFocusId;
    setMovedId(id);
    void move({ id, place });
  };
  const movedIndex = products.findIndex(({ id }) => id === movedId);
  const moved = products[movedIndex];

  return (
    <>
      <p role="status" className="sr-only">
        {moved && `${moved.title} is now ${movedIndex + 1} of ${products.length}${hasMore ? ' loaded' : ''}.`}
      </p>
      <FormError
        message={isMissingCall(error) ? 'This shop’s server has no order of its products.' : getChangeError(error)}
        className="mb-4"
      />
      <ol aria-label="Order of the products" className="grid grid-cols-1 gap-2">
        {products.map((product, index) => (
          <li key={product.id}>
            <ArrangeRow products={products} index={index} product={product} onMove={handleMove} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** All products in the order in which shoppers see them, to be moved by buttons or dragging. */
export function Arrange() {
  const query = usePagedList(productsList);
  return (
    <PagedList
      query={query}
      label="Products"
      skeleton={<ListSkeleton />}
      empty={<EmptyState icon={Shirt} title="No products yet" />}
    >
      {(pages) => <ArrangeList products={pages.flat()} hasMore={query.hasNextPage} />}
    </PagedList>
  );
}
