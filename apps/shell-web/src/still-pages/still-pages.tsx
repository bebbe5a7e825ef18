import type { LoadPage } from '@shop/web-kit';
import { drawStill, UNFINISHED } from '@shop/web-kit/still-page';
import { Shop } from '../shop.js';
import { LEFT_TO_BROWSER } from './waiting.js';

const never: LoadPage = () => new Promise(() => undefined);

interface Frame {
  /** With `{page}` where the page itself goes, which is another file's or another app's. */
  readonly body: string;
  /** What stands there until the page has come. */
  readonly waiting: string;
}

const draw = (path: string): string => drawStill(path, <Shop storefront={never} />);

function drawFrame(path: string): Frame {
  const markup = draw(path);
  const [place, ...more] = markup.matchAll(UNFINISHED);
  if (!place || more.length > 0) throw new Error(`The frame of ${path} has not one place for the page, but ${more.length + (place ? 1 : 0)}`);
  const waiting = `<!--$!--><template data-dgst="${LEFT_TO_BROWSER}"></template>${place[1] ?? ''}<!--/$-->`;
  return { body: markup.replace(place[0], '{page}'), waiting };
}

/** The frame of each page, drawn by the build for the gateway's site.json; `missing` is any address that is none. */
export function drawPages(paths: readonly string[], missing: string) {
  const frames = paths.map((path) => [path, drawFrame(path)] as const);
  return {
    bodies: Object.fromEntries(frames.map(([path, { body }]) => [path, body])),
    missingBody: draw(missing),
    waiting: frames[0]?.[1].waiting ?? '',
  };
}
