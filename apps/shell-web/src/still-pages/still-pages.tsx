import type { LoadPage } from '@shop/web-kit';
import { drawStill, drawStillWhole, UNFINISHED } from '@shop/web-kit/still-page';
import { Shop } from '../shop.js';
import { LEFT_TO_BROWSER } from './waiting.js';

const never: LoadPage = () => new Promise(() => undefined);

interface Frame {
  /** With `{page}` where the page itself goes, which is another file's or another app's. */
  readonly body: string;
  /** What stands there until the page has come. */
  readonly waiting: string;
}

/** The shell's own that say the same to everybody. */
const WHOLE: readonly string[] = ['/terms', '/privacy'];

const shop = <Shop storefront={never} />;

function drawFrame(path: string): Frame {
  const markup = drawStill(path, shop);
  const [place, ...more] = markup.matchAll(UNFINISHED);
  if (!place || more.length > 0)
    throw new Error(`The frame of ${path} has not one place for the page, but ${more.length + (place ? 1 : 0)}`);
  const waiting = `<!--$!--><template data-dgst="${LEFT_TO_BROWSER}"></template>${place[1] ?? ''}<!--/$-->`;
  return { body: markup.replace(place[0], '{page}'), waiting };
}

const drawPage = async (path: string): Promise<string> =>
  WHOLE.includes(path) ? drawStillWhole(path, shop) : drawFrame(path).body;

/** The frame of each page, or all of it, drawn by the build for the gateway's site.json; `missing` is any address that is none. */
export async function drawPages(paths: readonly string[], missing: string) {
  const drawn = paths.map(async (path) => [path, await drawPage(path)] as const);
  return {
    bodies: Object.fromEntries(await Promise.all(drawn)),
    missingBody: drawStill(missing, shop),
    waiting: drawFrame('/').waiting,
  };
}
