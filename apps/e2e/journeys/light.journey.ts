import { bytesOf, firstLoad, spellWeight } from '../support/page-weight.ts';
import { expect, test } from '../support/screens.ts';

/** Of a first load, as compressed on its way. What a library or a picture more costs shows here before anybody feels it. */
const BUDGET = { scripts: 12, styleBytes: 20_000, allBytes: 450_000 };

/** /create brings the photo coach and the wall besides, and begins without a picture. */
const PAGES = [
  { path: '/', scriptBytes: 170_000, hasPictures: true },
  { path: '/products', scriptBytes: 170_000, hasPictures: true },
  { path: '/create', scriptBytes: 182_000, hasPictures: false },
];

const EAGER_BELOW = `[...document.images].filter((image) => image.getBoundingClientRect().top > innerHeight && image.loading !== 'lazy').map(({ src }) => src)`;

test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });

for (const { path, scriptBytes, hasPictures } of PAGES) {
  test(`the first load of ${path} on a phone stays within its budget of bytes`, async ({ visitor, shop }) => {
    const files = await firstLoad(visitor, path, shop.url);
    const of = (kind: string) => files.filter((file) => file.kind === kind);
    const scripts = of('script');
    const styles = of('stylesheet');

    expect(scripts.length).toBeGreaterThan(2);
    expect(of('image').length > 0).toBe(hasPictures);
    expect(
      [...scripts, ...styles].filter(({ encoding }) => encoding !== 'br'),
      'scripts and styles that did not come as brotli',
    ).toEqual([]);
    expect(
      files.filter(({ isOwn }) => !isOwn),
      'files from elsewhere',
    ).toEqual([]);
    expect(of('font').map((font) => font.path)).toEqual(of('font').map(() => expect.stringMatching(/\.woff2$/)));

    const fonts = await visitor.evaluate<[display: string, range: string][]>(
      '[...document.fonts].map(({ display, unicodeRange }) => [display, unicodeRange])',
    );
    expect(fonts.length).toBeGreaterThan(0);
    expect(
      fonts.filter(([display, range]) => display !== 'swap' || range === 'U+0-10FFFF'),
      'fonts that hold the text back, or are of all letters',
    ).toEqual([]);
    expect(await visitor.evaluate(EAGER_BELOW), 'pictures below the window that are fetched at once').toEqual([]);

    expect(bytesOf(scripts), `JavaScript: ${spellWeight(scripts)}`).toBeLessThanOrEqual(scriptBytes);
    expect(scripts.length, `Scripts: ${spellWeight(scripts)}`).toBeLessThanOrEqual(BUDGET.scripts);
    expect(bytesOf(styles), `Styles: ${spellWeight(styles)}`).toBeLessThanOrEqual(BUDGET.styleBytes);
    expect(bytesOf(files), `All: ${spellWeight(files)}`).toBeLessThanOrEqual(BUDGET.allBytes);
  });
}
