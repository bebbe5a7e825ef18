import type { PageHead } from '@shop/contracts-common';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const meta = (name: 'name' | 'property', key: string, content: string): string =>
  `<meta ${name}="${key}" content="${escape(content)}">`;

/** Puts a head of its own into a page: the title replaces the general one, the rest (Open Graph) is added. */
export function insertPageHead(
  html: string,
  { title, description, picture }: PageHead,
  site: { origin: string; pathname: string },
): string {
  const added = [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', new URL(site.pathname, site.origin).href),
    ...(picture
      ? [
          meta('property', 'og:image', new URL(picture.url, site.origin).href),
          meta('property', 'og:image:width', String(picture.width)),
          meta('property', 'og:image:height', String(picture.height)),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : []),
  ].join('');
  return html.replace(/<title>[^<]*<\/title>/, () => added);
}
