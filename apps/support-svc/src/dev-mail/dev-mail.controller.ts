import { Controller, Header, Inject, Param, Res } from '@nestjs/common';
import { getDevelopmentEmail, getDevelopmentEmailHtml, listDevelopmentEmails } from '@shop/contracts/routes';
import { CONFIG, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { renderListPage, renderEmailPage } from './dev-mail.pages.js';
import { MailFolder } from './mail-folder.js';

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
