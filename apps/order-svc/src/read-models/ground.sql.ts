import { GROUND_CATEGORIES } from '@shop/placement';

/** The part of an item's `print` that follows from the category of the product `p`. */
export const GROUND_OF_PRINT = `CASE WHEN p.category IN (${GROUND_CATEGORIES.map((category) => `'${category}'`).join(', ')}) THEN '{"continuesGround": true}'::jsonb ELSE '{}' END`;
