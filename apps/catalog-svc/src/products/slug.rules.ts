/** Addresses of product pages: `/products/classic-pet-portrait-tee`. Migration 0005 has the same rule in SQL. */

const LENGTH_MAX = 60;

/** Latin letters without diacritics and digits, joined by hyphens. A title without any is called `product`. */
export function toSlug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/['’\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replaceAll(/^-|-$/g, '');
  return words || 'product';
}

/** For a title that another product has, or had. */
export const toOwnSlug = (title: string, id: string): string => `${toSlug(title)}-${id.slice(0, 8)}`;

/** Whether a product keeps its address although it is saved again. */
export const isSlugOf = (slug: string | null, { title, id }: { title: string; id: string }): boolean =>
  slug === toSlug(title) || slug === toOwnSlug(title, id);
