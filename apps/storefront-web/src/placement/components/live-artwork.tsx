import type { PrintArea } from '@shop/contracts/catalog';
import { cssPlacement } from '@shop/placement';
import { useLayoutEffect, useRef } from 'react';
import { movingTransform } from '../../mockup/moving-transform.js';
import type { PlacementStore } from '../placement-store.js';

interface Props {
  url: string;
  aspect: number;
  printArea: PrintArea;
  store: PlacementStore;
}

/** The artwork in its print area. It is updated by the store each frame, without React rendering. */
export function LiveArtwork({ url, aspect, printArea, store }: Props) {
  const image = useRef<HTMLImageElement>(null);

  useLayoutEffect(() => {
    let restingPlacement = store.get();
    const applyRestingStyle = (): void => {
      restingPlacement = store.get();
      if (image.current)
        Object.assign(image.current.style, cssPlacement(printArea, aspect, restingPlacement), { willChange: 'auto' });
    };
    applyRestingStyle();
    return store.subscribeToFrames((placement, isMoving) => {
      if (!isMoving) return applyRestingStyle();
      const style = image.current?.style;
      if (!style) return;
      // Its own layer while it moves; a permanent layer would look blurred at another size.
      if (style.willChange !== 'transform') style.willChange = 'transform';
      style.transform = movingTransform(printArea, aspect, restingPlacement, placement);
    });
  }, [store, printArea, aspect]);

  return <img ref={image} src={url} alt="" draggable={false} className="max-w-none select-none" />;
}
