/** `npm run mail:preview [FOLDER]`: writes each email as HTML in the light and the dark theme, and as plain text, for a browser. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROJECT_ROOT } from '../shop/settings.ts';
import { RENDER_FILE, SAMPLES_FILE, SHOP_LINKS_FILE } from './email-files.ts';

interface Rendered {
  subject: string;
  html: string;
  text: string;
}
type Samples = Record<string, object>;

// Tools may not import apps as libraries, so support-svc's modules are loaded as files.
const { renderEmail } = (await import(RENDER_FILE)) as {
  renderEmail: (template: string, props: object, shop: object) => Rendered;
};
const { ShopLinks } = (await import(SHOP_LINKS_FILE)) as { ShopLinks: new (origin: string) => object };
const { EMAIL_SAMPLES, HARD_EMAIL_SAMPLES } = (await import(SAMPLES_FILE)) as {
  EMAIL_SAMPLES: Samples;
  HARD_EMAIL_SAMPLES: Samples;
};

const SHOP = 'https://petart.example';
const DARK_QUERY = '@media (prefers-color-scheme: dark)';
/** A browser shows one theme at a time, so each theme gets its own file. */
const withTheme = (html: string, theme: 'light' | 'dark'): string =>
  html
    .replaceAll(DARK_QUERY, theme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('light dark', theme)
    .replaceAll(/https:\/\/petart\.example\/media\/[^"]+/g, 'picture.svg');

const folder = resolve(process.argv[2] ?? join(PROJECT_ROOT, '.data/mail-preview'));
mkdirSync(folder, { recursive: true });
copyFileSync(join(PROJECT_ROOT, 'apps/shell-web/src/favicon.svg'), join(folder, 'picture.svg'));
const links: string[] = [];
for (const [kind, samples] of [
  ['', EMAIL_SAMPLES],
  ['hard-', HARD_EMAIL_SAMPLES],
] as const) {
  for (const [name, props] of Object.entries(samples)) {
    const email = renderEmail(name, props, new ShopLinks(SHOP));
    const file = `${kind}${name}`;
    for (const theme of ['light', 'dark'] as const)
      writeFileSync(join(folder, `${file}.${theme}.html`), withTheme(email.html, theme));
    writeFileSync(join(folder, `${file}.txt`), `Subject: ${email.subject}\n\n${email.text}`);
    links.push(
      `<li>${file}: <a href="${file}.light.html">light</a>, <a href="${file}.dark.html">dark</a>, <a href="${file}.txt">text</a></li>`,
    );
  }
}
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Emails</title><ul>\n${links.join('\n')}\n</ul>\n`,
);
console.log(`${links.length} emails: ${join(folder, 'index.html')}`);
