import { join } from 'node:path';
import { PROJECT_ROOT } from '../shop/settings.ts';

const EMAILS = join(PROJECT_ROOT, 'apps/support-svc/src/emails');

export const TEMPLATE_FILE = join(EMAILS, 'layout/email.mjml');
export const PARTS_FILE = join(EMAILS, 'layout/email-parts.ts');
/** Emails with ordinary and with difficult contents. */
export const SAMPLES_FILE = join(PROJECT_ROOT, 'apps/support-svc/test/email-samples.ts');
export const RENDER_FILE = join(EMAILS, 'render-email.ts');
export const SHOP_LINKS_FILE = join(EMAILS, 'shop-links.ts');
