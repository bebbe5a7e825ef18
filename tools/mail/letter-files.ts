import { join } from 'node:path';
import { PROJECT_ROOT } from '../shop/settings.ts';

const LETTERS = join(PROJECT_ROOT, 'apps/support-svc/src/letters');

export const TEMPLATE_FILE = join(LETTERS, 'template/letter.mjml');
export const PARTS_FILE = join(LETTERS, 'template/letter-parts.ts');
/** Letters with ordinary and with hard contents. */
export const SAMPLES_FILE = join(PROJECT_ROOT, 'apps/support-svc/test/letter-samples.ts');
export const RENDER_FILE = join(LETTERS, 'render-letter.ts');
export const SHOP_LINKS_FILE = join(LETTERS, 'shop-links.ts');
