import type { PageSize } from './page-layout.rules.js';

/** In points. */
const LETTER: PageSize = { width: 612, height: 792 };
const A4: PageSize = { width: 595.28, height: 841.89 };
const LETTER_COUNTRIES: ReadonlySet<string> = new Set(['US', 'CA', 'MX']);

/** North America prints on Letter, other countries on A4. */
export const getPageSize = (country: string): PageSize => (LETTER_COUNTRIES.has(country) ? LETTER : A4);
