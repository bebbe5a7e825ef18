import { BRAND } from '@shop/contracts/common';
import { escapeHtml } from '../letters/template/escape-html.js';
import type { ReadMail } from './mail-folder.js';

const STYLE = `
  :root { color-scheme: light dark; --line: #ecdfcf; --soft: #6b5668; --go: #b02c0c; }
  @media (prefers-color-scheme: dark) { :root { --line: #3c2c42; --soft: #c3adc0; --go: #ff9d76; } }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.4rem; overflow-wrap: anywhere; } a { color: var(--go); } .soft { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
  ol { list-style: none; padding: 0; } li { border-top: 1px solid var(--line); padding: .75rem 0; overflow-wrap: anywhere; } li a { font-weight: 600; }
  iframe { width: 100%; height: 56rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }`;

const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>\n<body>${body}</body></html>\n`;

const row = ({ file, subject, to, date }: ReadMail): string =>
  `<li><a href="/dev/mail/${file}"><bdi>${escapeHtml(subject)}</bdi></a><br><span class="soft">to ${escapeHtml(to)}, ${escapeHtml(date)}</span></li>`;

export function mailListPage(mails: readonly ReadMail[]): string {
  const list =
    mails.length > 0
      ? `<ol>${mails.map(row).join('\n')}</ol>`
      : '<p>No mail yet. Register, ask for a new password, or order something.</p>';
  return page(
    `${BRAND}: mails`,
    `<h1>Mails</h1><p class="soft">Of a development start without SMTP_URL, newest first.</p>${list}`,
  );
}

/** The frame may run nothing; the letter in it comes with a policy of its own as well. */
export function mailPage({ file, subject, from, to, date, text }: ReadMail): string {
  const head = `<p><a href="/dev/mail">All mails</a></p><h1><bdi>${escapeHtml(subject)}</bdi></h1><p class="soft">from ${escapeHtml(from)} to ${escapeHtml(to)}, ${escapeHtml(date)}</p>`;
  const frame = `<iframe sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" title="The letter" src="/dev/mail/${file}/html"></iframe>`;
  return page(subject, `${head}${frame}<h2>Plain text</h2><pre dir="auto">${escapeHtml(text)}</pre>`);
}
