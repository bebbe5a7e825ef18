import { Controller, Header, Inject, Param, Res } from '@nestjs/common';
import { BRAND } from '@shop/contracts-common';
import { getDevelopmentEmail, getDevelopmentEmailHtml, listDevelopmentEmails } from '@shop/contracts-support/routes';
import { CONFIG, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { escapeHtml } from './layout/email-layout.js';
import { MailFolder, type ParsedEmail } from './mail-folder.js';

const STYLE = `
  :root { color-scheme: light dark; --line: #ecdfcf; --soft: #6b5668; --go: #b02c0c; }
  @media (prefers-color-scheme: dark) { :root { --line: #3c2c42; --soft: #c3adc0; --go: #ff9d76; } }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.4rem; overflow-wrap: anywhere; } a { color: var(--go); } .soft { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
  ol { list-style: none; padding: 0; } li { border-top: 1px solid var(--line); padding: .75rem 0; overflow-wrap: anywhere; } li a { font-weight: 600; }
  iframe { width: 100%; height: 56rem; border: 1px solid var(--line); border-radius: 12px; background: #fff; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }`;

const renderPage = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>\n<body>${body}</body></html>\n`;

const renderRow = ({ file, subject, to, date }: ParsedEmail): string =>
  `<li><a href="/dev/mail/${file}"><bdi>${escapeHtml(subject)}</bdi></a><br><span class="soft">to ${escapeHtml(to)}, ${escapeHtml(date)}</span></li>`;

function renderListPage(emails: readonly ParsedEmail[]): string {
  const list =
    emails.length > 0
      ? `<ol>${emails.map(renderRow).join('\n')}</ol>`
      : '<p>No emails yet. Register, request a new password, or order something.</p>';
  return renderPage(
    `${BRAND}: emails`,
    `<h1>Emails</h1><p class="soft">Emails of a development start without SMTP_URL, newest first.</p>${list}`,
  );
}

/** The email is shown in a sandboxed frame, and its response has a content security policy of its own. */
function renderEmailPage({ file, subject, from, to, date, text }: ParsedEmail): string {
  const head = `<p><a href="/dev/mail">All emails</a></p><h1><bdi>${escapeHtml(subject)}</bdi></h1><p class="soft">from ${escapeHtml(from)} to ${escapeHtml(to)}, ${escapeHtml(date)}</p>`;
  const frame = `<iframe sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox" title="Email" src="/dev/mail/${file}/html"></iframe>`;
  return renderPage(subject, `${head}${frame}<h2>Plain text</h2><pre dir="auto">${escapeHtml(text)}</pre>`);
}

const HTML = 'text/html; charset=utf-8';

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Development only: production has neither this controller nor a gateway route to it. */
@Controller()
export class DevMailController {
  private readonly emailPolicy: string;

  constructor(
    private readonly mailFolder: MailFolder,
    @Inject(CONFIG) { PUBLIC_ORIGIN }: Config,
  ) {
    this.emailPolicy = `default-src 'none'; img-src 'self' ${new URL(PUBLIC_ORIGIN).origin}; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox`;
  }

  @Route(listDevelopmentEmails)
  @Header('content-type', HTML)
  @Header('content-security-policy', PAGE_POLICY)
  async list(): Promise<string> {
    return renderListPage(await this.mailFolder.listEmails());
  }

  @Route(getDevelopmentEmail)
  @Header('content-type', HTML)
  @Header('content-security-policy', PAGE_POLICY)
  async show(@Param('file') file: string): Promise<string> {
    return renderEmailPage(await this.mailFolder.readEmail(file));
  }

  @Route(getDevelopmentEmailHtml)
  async showHtml(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const { html } = await this.mailFolder.readEmail(file);
    await reply.type(HTML).header('content-security-policy', this.emailPolicy).send(html);
  }
}
