import type { PrintAreaSize } from '@shop/contracts/catalog';
import { cssPlacement } from '@shop/placement';
import { useLayoutEffect, useRef } from 'react';
import { movingTransform } from '../../mockup/moving-transform.js';
import type { PlacementStore } from '../placement-store.js';

interface Props {
  url: string;
  aspect: number;
  printArea: PrintAreaSize;
  store: PlacementStore;
}

/** The artwork in its print area. It follows the store by itself, frame by frame, and is never rendered for it. */
export function LiveArtwork({ url, aspect, printArea, store }: Props) {
  const image = useRef<HTMLImageElement>(null);

  useLayoutEffect(() => {
    let resting = store.get();
    const rest = (): void => {
      resting = store.get();
      if (image.current)
        Object.assign(image.current.style, cssPlacement(printArea, aspect, resting), { willChange: 'auto' });
    };
    rest();
    return store.subscribeToFrames((placement, isMoving) => {
      if (!isMoving) return rest();
      const style = image.current?.style;
      if (!style) return;
      // A layer of its own, for as long as it moves: kept for longer it would look soft at another size.
      if (style.willChange !== 'transform') style.willChange = 'transform';
      style.transform = movingTransform(printArea, aspect, resting, placement);
    });
  }, [store, printArea, aspect]);

  return <img ref={image} src={url} alt="" draggable={false} className="max-w-none select-none" />;
}
