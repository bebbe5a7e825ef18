import { createTransport } from 'nodemailer';
import { Mailer, type OutgoingMail } from './mailer.js';
import { mailMessage, type Sender } from './mail-message.js';

/** Together far below the lease of a letter: nobody else begins with it while this one may still succeed. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };
const MOST_CONNECTIONS = 3;
/** However often readiness is asked, the server is asked no oftener. */
const CHECK_KEPT_MS = 10_000;

export class SmtpMailer extends Mailer {
  private readonly transport;
  private checked: { at: number; answer: Promise<unknown> } | undefined;

  constructor(
    url: string,
    private readonly sender: Sender,
  ) {
    super();
    // The letters' own queue tries again; the pool doing so too could send one twice.
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MOST_CONNECTIONS,
      maxRequeues: 0,
      ...TIMEOUTS,
    });
  }

  async send(mail: OutgoingMail): Promise<string> {
    const { response } = await this.transport.sendMail(mailMessage(mail, this.sender));
    return response;
  }

  async check(): Promise<void> {
    if (!this.checked || Date.now() - this.checked.at > CHECK_KEPT_MS)
      this.checked = { at: Date.now(), answer: this.transport.verify() };
    await this.checked.answer;
  }

  close(): void {
    this.transport.close();
  }
}
