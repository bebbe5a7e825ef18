/** `npm run mail:preview [FOLDER]`: every letter as HTML in the light and the dark, and as plain text, to be looked at in a browser. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROJECT_ROOT } from '../shop/settings.ts';
import { RENDER_FILE, SAMPLES_FILE, SHOP_LINKS_FILE } from './letter-files.ts';

interface Rendered {
  subject: string;
  html: string;
  text: string;
}
type Samples = Record<string, object>;

// The letters belong to support-svc: tools know the apps as files, not as libraries.
const { renderLetter } = (await import(RENDER_FILE)) as {
  renderLetter: (name: string, props: object, shop: object) => Rendered;
};
const { ShopLinks } = (await import(SHOP_LINKS_FILE)) as { ShopLinks: new (origin: string) => object };
const { LETTER_SAMPLES, HARD_LETTER_SAMPLES } = (await import(SAMPLES_FILE)) as {
  LETTER_SAMPLES: Samples;
  HARD_LETTER_SAMPLES: Samples;
};

const SHOP = 'https://petart.example';
const DARK_QUERY = '@media (prefers-color-scheme: dark)';
/** A browser shows one theme at a time; a file stands for each. */
const themed = (html: string, theme: 'light' | 'dark'): string =>
  html
    .replaceAll(DARK_QUERY, theme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('light dark', theme)
    .replaceAll(/https:\/\/petart\.example\/media\/[^"]+/g, 'picture.svg');

const folder = resolve(process.argv[2] ?? join(PROJECT_ROOT, '.data/mail-preview'));
mkdirSync(folder, { recursive: true });
copyFileSync(join(PROJECT_ROOT, 'apps/shell-web/src/favicon.svg'), join(folder, 'picture.svg'));
const links: string[] = [];
for (const [kind, samples] of [
  ['', LETTER_SAMPLES],
  ['hard-', HARD_LETTER_SAMPLES],
] as const) {
  for (const [name, props] of Object.entries(samples)) {
    const letter = renderLetter(name, props, new ShopLinks(SHOP));
    const file = `${kind}${name}`;
    for (const theme of ['light', 'dark'] as const)
      writeFileSync(join(folder, `${file}.${theme}.html`), themed(letter.html, theme));
    writeFileSync(join(folder, `${file}.txt`), `Subject: ${letter.subject}\n\n${letter.text}`);
    links.push(
      `<li>${file}: <a href="${file}.light.html">light</a>, <a href="${file}.dark.html">dark</a>, <a href="${file}.txt">text</a></li>`,
    );
  }
}
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Letters</title><ul>\n${links.join('\n')}\n</ul>\n`,
);
console.log(`${links.length} letters: ${join(folder, 'index.html')}`);
