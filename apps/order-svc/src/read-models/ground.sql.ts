import { PRODUCT_KINDS } from '@shop/contracts-catalog';

const KEYS = PRODUCT_KINDS.filter((kind) => kind.continuesGround).map(({ key }) => `'${key}'`);

/** The part of an item's `print` that follows from the category of the product `p`. */
export const GROUND_OF_PRINT = `CASE WHEN p.category IN (${KEYS.join(', ')}) THEN '{"continuesGround": true}'::jsonb ELSE '{}' END`;
