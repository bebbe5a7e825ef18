import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { ProductMove } from '@shop/contracts-catalog';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

interface Drag {
  isDragged: boolean;
  /** Where the dragged row would be dropped. */
  edge: 'before' | 'after' | null;
}

interface DraggedRow {
  id: string;
  row: RefObject<HTMLElement | null>;
  handle: RefObject<HTMLElement | null>;
  onDrop: (draggedId: string, place: ProductMove) => void;
}

const findEdge = (row: Element, pointerY: number): 'before' | 'after' => {
  const { top, height } = row.getBoundingClientRect();
  return pointerY < top + height / 2 ? 'before' : 'after';
};

/** A row that is dragged by its handle, and on which others are dropped. */
export function useDragging({ id, row, handle, onDrop }: DraggedRow): Drag {
  const [drag, setDrag] = useState<Drag>({ isDragged: false, edge: null });
  const handleDrop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!row.current || !handle.current) return undefined;
    const showEdge = ({ self, location }: ElementDropTargetEventBasePayload): void => {
      const edge = findEdge(self.element, location.current.input.clientY);
      setDrag((now) => (now.edge === edge ? now : { isDragged: false, edge }));
    };
    const stop = (): void => setDrag({ isDragged: false, edge: null });
    return combine(
      draggable({
        element: row.current,
        dragHandle: handle.current,
        getInitialData: () => ({ productId: id }),
        onDragStart: () => setDrag({ isDragged: true, edge: null }),
        onDrop: stop,
      }),
      dropTargetForElements({
        element: row.current,
        canDrop: ({ source }) => typeof source.data['productId'] === 'string' && source.data['productId'] !== id,
        onDragEnter: showEdge,
        onDrag: showEdge,
        onDragLeave: stop,
        onDrop: ({ self, source, location }) => {
          stop();
          const edge = findEdge(self.element, location.current.input.clientY);
          handleDrop(String(source.data['productId']), { [edge]: id });
        },
      }),
    );
  }, [id, row, handle]);
  return drag;
}
