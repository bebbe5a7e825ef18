import { relative } from 'node:path';
import { PROJECT_ROOT } from '../../ops/shop/settings.ts';
import type { Stack } from './stack.ts';

type SummaryInput = Pick<Stack, 'url' | 'adminEmail' | 'adminPassword' | 'parts' | 'settings' | 'folder'>;

/** Addresses, parts and folders of a running shop, for the terminal. */
export function formatSummary(stack: SummaryInput): string {
  const { url, parts, folder } = stack;
  const width = Math.max(...Object.values(parts).map(({ choice }) => choice.length));
  const partLines = Object.entries(parts).map(
    ([name, { choice, why }]) =>
      `  ${(name[0]?.toUpperCase() + name.slice(1)).padEnd(9)} ${choice.padEnd(width)}  ${why}`,
  );
  return `
PetArt is ready.

  Shop      ${url}
  Admin     ${formatAdmin(stack)}

${partLines.join('\n')}

  Data      ${shortPath(folder.root)}
  Logs      ${shortPath(folder.logs)}
  Mails     ${formatMail(stack)}

Ctrl-C stops everything.`;
}

function formatMail({ url, parts, settings, folder }: SummaryInput): string {
  if (parts.mail.from !== 'embedded') return parts.mail.choice;
  const files = shortPath(settings.env.MAIL_DIR || folder.mail);
  return settings.env.NODE_ENV === 'production' ? files : `${files}, shown at ${url}/dev/mail`;
}

/** A password of the environment is not printed. */
function formatAdmin({ adminEmail, adminPassword, settings: { env } }: SummaryInput): string {
  if (!adminEmail) return 'none: a production start creates one only from ADMIN_EMAIL and ADMIN_PASSWORD';
  if (env.ADMIN_PASSWORD) return `${adminEmail}, with the password of ADMIN_PASSWORD`;
  return `${adminEmail} / ${adminPassword}   (for development; ADMIN_EMAIL and ADMIN_PASSWORD set your own)`;
}

function shortPath(path: string): string {
  const inside = relative(PROJECT_ROOT, path);
  return inside.startsWith('..') || inside === '' ? path : inside;
}
