import { relative } from 'node:path';
import type { Parts } from './parts.ts';
import { adminSignIn } from './services.ts';
import { PROJECT_ROOT } from './settings.ts';
import type { Stack } from './stack.ts';

const PART_LABELS: Record<keyof Parts, string> = {
  database: 'Database',
  events: 'Events',
  cache: 'Cache',
  images: 'Images',
  payment: 'Payment',
  printing: 'Printing',
  art: 'Art',
  mail: 'Mail',
};

/** What a person needs to know of a running shop, on one screen. */
export function summaryOf(stack: Pick<Stack, 'url' | 'parts' | 'settings' | 'folder'>): string {
  const rows = (Object.keys(PART_LABELS) as (keyof Parts)[]).map(
    (name) => [PART_LABELS[name], stack.parts[name].choice, stack.parts[name].why] as const,
  );
  const width = Math.max(...rows.map(([, choice]) => choice.length));
  return [
    '',
    'PetArt is ready.',
    '',
    `  Shop      ${stack.url}`,
    `  Admin     ${adminLine(stack.settings.env)}`,
    '',
    ...rows.map(([label, choice, why]) => `  ${label.padEnd(9)} ${choice.padEnd(width)}  ${why}`),
    '',
    `  Data      ${shortPath(stack.folder.root)}`,
    `  Logs      ${shortPath(stack.folder.logs)}`,
    `  Mails     ${mailsLine(stack)}`,
    '',
    'Ctrl-C stops everything.',
  ].join('\n');
}

function mailsLine({ url, parts, settings, folder }: Pick<Stack, 'url' | 'parts' | 'settings' | 'folder'>): string {
  if (parts.mail.from !== 'embedded') return parts.mail.choice;
  const files = shortPath(settings.env.MAIL_DIR || folder.mail);
  return settings.env.NODE_ENV === 'production' ? files : `${files}, shown at ${url}/dev/mail`;
}

function adminLine(env: NodeJS.ProcessEnv): string {
  const admin = adminSignIn(env);
  if (!admin) return 'none: a production start makes one only from ADMIN_EMAIL and ADMIN_PASSWORD';
  if (admin.given) return `${admin.email}, with the password of ADMIN_PASSWORD`;
  return `${admin.email} / ${admin.password}   (for development; ADMIN_EMAIL and ADMIN_PASSWORD set your own)`;
}

function shortPath(path: string): string {
  const inside = relative(PROJECT_ROOT, path);
  return inside.startsWith('..') || inside === '' ? path : inside;
}
