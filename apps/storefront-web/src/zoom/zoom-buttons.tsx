import { Button } from '@shop/web-ui';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { ZOOM } from './use-zoom.js';

interface Props {
  zoom: number;
  onZoom: (zoom: number) => void;
}

export function ZoomButtons({ zoom, onZoom }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Button variant="outline" size="sm" disabledFocusable={zoom <= ZOOM.min} onClick={() => onZoom(zoom / ZOOM.step)}>
        <ZoomOut aria-hidden />
        Smaller
      </Button>
      <output aria-live="polite" className="w-14 text-center tabular-nums">
        {Math.round(zoom * 100)}%
      </output>
      <Button variant="outline" size="sm" disabledFocusable={zoom >= ZOOM.max} onClick={() => onZoom(zoom * ZOOM.step)}>
        <ZoomIn aria-hidden />
        Larger
      </Button>
    </div>
  );
}
