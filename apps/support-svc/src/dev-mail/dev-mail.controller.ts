import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { Access, CONFIG } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { mailListPage, mailPage } from './dev-mail.pages.js';
import { MailFolder } from './mail-folder.js';

const HTML = 'text/html; charset=utf-8';
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Development only: production neither has this controller nor a row for it at the gateway. */
@Controller('dev/mail')
export class DevMailController {
  private readonly letterPolicy: string;

  constructor(
    private readonly mails: MailFolder,
    @Inject(CONFIG) { PUBLIC_ORIGIN }: Config,
  ) {
    this.letterPolicy = `default-src 'none'; img-src 'self' ${new URL(PUBLIC_ORIGIN).origin}; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox`;
  }

  @Get()
  @Access('public')
  @Header('content-type', HTML)
  @Header('content-security-policy', PAGE_POLICY)
  async list(): Promise<string> {
    return mailListPage(await this.mails.list());
  }

  @Get(':file')
  @Access('public')
  @Header('content-type', HTML)
  @Header('content-security-policy', PAGE_POLICY)
  async show(@Param('file') file: string): Promise<string> {
    return mailPage(await this.mails.read(file));
  }

  @Get(':file/html')
  @Access('public')
  async showLetter(@Param('file') file: string, @Res() reply: FastifyReply): Promise<void> {
    const { html } = await this.mails.read(file);
    await reply.type(HTML).header('content-security-policy', this.letterPolicy).send(html);
  }
}
