import { cn, Picture, usePicture } from '@shop/web-ui';
import { Dialog, DialogContent, DialogTrigger } from '@shop/web-ui/dialog';
import { ZoomIn } from 'lucide-react';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';

export interface GalleryPicture {
  readonly name: string;
  readonly url: string;
  readonly alt: string;
}

/** The whole picture; a press enlarges the pressed part, the next one shows the whole again. */
function ZoomedPicture({ url, alt }: GalleryPicture) {
  const [isLarge, setLarge] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const picture = usePicture(url, isLarge ? '160vmin' : '80vmin');
  const handleClick = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    // A key has no point: then the middle is enlarged.
    const [x, y] = detail === 0 ? [0.5, 0.5] : [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    setLarge(!isLarge);
    requestAnimationFrame(() => {
      const scroller = area.current;
      if (!scroller) return;
      scroller.scrollLeft = x * scroller.scrollWidth - scroller.clientWidth / 2;
      scroller.scrollTop = y * scroller.scrollHeight - scroller.clientHeight / 2;
    });
  };
  if (!picture)
    return <p className="py-10 text-center text-muted-foreground">This picture can’t be shown right now.</p>;
  return (
    <div ref={area} data-strip="" className="max-h-[75vh] overflow-auto rounded-control bg-muted">
      <button
        type="button"
        aria-pressed={isLarge}
        aria-label={isLarge ? 'Show the whole picture' : 'Enlarge the picture'}
        className={cn('block', isLarge ? 'w-[220%] cursor-zoom-out' : 'w-full cursor-zoom-in')}
        onClick={handleClick}
      >
        <img alt={alt} className="block h-auto w-full" draggable={false} {...picture} />
      </button>
    </div>
  );
}

interface GalleryProps {
  title: string;
  pictures: readonly GalleryPicture[];
  /** Puts the visitor's artwork on the first picture. */
  withArtwork: (picture: ReactNode) => ReactNode;
}

/** Pictures to choose from, the chosen one large, with a zoom. */
export function ProductGallery({ title, pictures, withArtwork }: GalleryProps) {
  const [chosenUrl, setChosenUrl] = useState<string | null>(null);
  const shown = pictures.find(({ url }) => url === chosenUrl) ?? pictures[0];
  const picture = (
    <Picture
      src={shown?.url}
      alt={shown?.alt ?? title}
      loading="eager"
      sizes="(min-width: 64rem) 36rem, 92vw"
      className="aspect-square w-full object-contain"
    />
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Dialog>
        <div className="relative overflow-hidden rounded-card bg-muted shadow-card">
          {shown === pictures[0] ? withArtwork(picture) : picture}
          {shown && (
            <DialogTrigger className="group absolute inset-0 cursor-zoom-in rounded-card" aria-label="Zoom">
              <span className="absolute right-3 bottom-3 flex size-11 items-center justify-center rounded-full bg-card text-foreground shadow-card group-hover:bg-peach group-hover:text-tint-foreground">
                <ZoomIn aria-hidden className="size-5" />
              </span>
            </DialogTrigger>
          )}
        </div>
        {shown && (
          <DialogContent title={title} description={shown.name} className="max-w-4xl">
            <ZoomedPicture {...shown} />
          </DialogContent>
        )}
      </Dialog>
      {pictures.length > 1 && (
        <ul className="flex gap-2 overflow-x-auto py-1 sm:flex-wrap" data-strip="" aria-label="Pictures">
          {pictures.map(({ name, url }) => (
            <li key={url} className="shrink-0">
              <button
                type="button"
                aria-pressed={url === shown?.url}
                title={name}
                className={cn(
                  'block w-16 overflow-hidden rounded-control border-2 bg-muted sm:w-20',
                  url === shown?.url ? 'border-primary' : 'border-border hover:border-border-strong',
                )}
                onClick={() => setChosenUrl(url)}
              >
                <Picture src={url} alt={name} sizes="5rem" className="aspect-square w-full object-contain" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
