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

/** JSON-LD. Every `<` is escaped, so that no text can end the script element. */
const createDataBlock = (data: Readonly<Record<string, unknown>>, origin: string): string => {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/ld+json">${json.replaceAll('{origin}', () => origin)}</script>`;
};

/** Puts a head of its own into a page: the title replaces the general one, the rest (Open Graph) is added. */
export function insertPageHead(
  html: string,
  { title, description, picture, canonicalPath, data }: PageHead,
  site: { origin: string; pathname: string },
): string {
  const added = [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    ...(canonicalPath === undefined
      ? []
      : [`<link rel="canonical" href="${escape(new URL(canonicalPath, site.origin).href)}">`]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', new URL(canonicalPath ?? site.pathname, site.origin).href),
    ...(picture
      ? [
          meta('property', 'og:image', new URL(picture.url, site.origin).href),
          meta('property', 'og:image:width', String(picture.width)),
          meta('property', 'og:image:height', String(picture.height)),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]
      : []),
    ...(data ? [createDataBlock(data, site.origin)] : []),
  ].join('');
  return html.replace(/<title>[^<]*<\/title>/, () => added);
}
