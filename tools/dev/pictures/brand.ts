/**
 * `npm run pictures:brand`: writes the icons and the picture for social networks to the shell's `public/`. It needs a
 * Chromium, because text is set in the shop's own typefaces.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BRAND } from '@shop/contracts-common';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../chromium.ts';
import { photoOf } from './draw.ts';
import { FOLDER } from './plan.ts';

const SHELL = join(import.meta.dirname, '../../../apps/shell-web');
const publicFile = (name: string): string => join(SHELL, 'public', name);
const require = createRequire(import.meta.url);

const favicon = readFileSync(join(SHELL, 'src/favicon.svg'), 'utf8');
/** For systems that mask icons: the ground extends to the edge and the drawing stays in the inner 80 %. */
const square = favicon.replace('rx="10" ', '');
const maskable = square.replace('<g fill="#fff6ea">', '<g fill="#fff6ea" transform="translate(3.2 3.2) scale(.8)">');

const icon = (svg: string, side: number, file: string): Promise<unknown> =>
  sharp(Buffer.from(svg), { density: 1200 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(publicFile(file));

const font = (path: string): string =>
  `url(data:font/woff2;base64,${readFileSync(require.resolve(path)).toString('base64')})`;

async function shareCard(): Promise<string> {
  const shirt = (await sharp(join(FOLDER, 'tshirt-1080.avif')).png().toBuffer()).toString('base64');
  return `<!doctype html><style>
    @font-face { font-family: display; src: ${font('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2')}; font-weight: 200 800 }
    @font-face { font-family: text; src: ${font('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')}; font-weight: 300 900 }
    * { margin: 0; box-sizing: border-box }
    body { width: 1200px; height: 630px; background: #fffaf2; color: #2c1a30; position: relative; overflow: hidden; font: 500 27px/1.4 text }
    .brand { position: absolute; left: 64px; top: 56px; display: flex; align-items: center; gap: 16px; font: 800 42px display; letter-spacing: -.02em }
    .brand svg { width: 60px; height: 60px }
    h1 { position: absolute; left: 64px; top: 186px; width: 520px; font: 800 76px/.98 display; letter-spacing: -.03em }
    em { font-style: normal; color: #b02c0c }
    p { position: absolute; left: 64px; top: 462px; width: 470px; color: #6b5668 }
    .shirt { position: absolute; left: 612px; top: 44px; width: 566px; height: 537px; border-radius: 36px; box-shadow: 0 24px 60px -16px rgb(58 28 60 / .34) }
    .ground { position: absolute; left: 592px; top: 76px; width: 640px; height: 530px; border-radius: 44px; background: #ffe7a8; transform: rotate(-2deg) }
    .photo { position: absolute; left: 556px; top: 372px; width: 206px; padding: 10px 10px 12px; background: #fff; border-radius: 22px; transform: rotate(-6deg); box-shadow: 0 24px 60px -16px rgb(58 28 60 / .5); text-align: center; font: 700 22px display }
    .photo img { display: block; width: 100%; border-radius: 14px; margin-bottom: 8px }
  </style>
  <div class="brand">${favicon}${BRAND}</div>
  <h1>Your best friend, <em>as a work of art.</em></h1>
  <p>From your photo to T-shirts, hoodies, phone cases and pet tags.</p>
  <div class="ground"></div><img class="shirt" src="data:image/png;base64,${shirt}">
  <div class="photo"><img src="data:image/jpeg;base64,${photoOf('kitten').toString('base64')}">One photo</div>`;
}

async function drawShareCard(): Promise<void> {
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    await page.setContent(await shareCard());
    await page.evaluate('document.fonts.ready');
    const png = await page.screenshot({ type: 'png' });
    await sharp(png).jpeg({ quality: 84, mozjpeg: true }).toFile(publicFile('share.jpg'));
  } finally {
    await browser.close();
  }
}

await icon(favicon, 192, 'icon-192.png');
await icon(favicon, 512, 'icon-512.png');
await icon(maskable, 512, 'icon-maskable-512.png');
await icon(square, 180, 'apple-touch-icon.png');
await drawShareCard();
