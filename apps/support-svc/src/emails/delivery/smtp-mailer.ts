import { createTransport } from 'nodemailer';
import { PartFault } from '@shop/service-kit';
import { withSpan } from '@shop/tracing';
import { isRefusal } from './sending-failure.rules.js';
import { Mailer, type OutgoingEmail, type Sender, toMailMessage } from './mailer.js';

/** Their sum is far below the timeout of the job. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000, socketTimeout: 30_000 };

const MAX_CONNECTIONS = 3;

/** Readiness checks within this time share one check of the server. */
const CHECK_CACHE_MS = 10_000;

function toPartFault(cause: unknown): never {
  throw isRefusal(cause) ? new PartFault('refused', { cause }) : cause;
}

export class SmtpMailer extends Mailer {
  private readonly transport;
  private lastCheck: { at: number; result: Promise<unknown> } | undefined;

  constructor(
    url: string,
    private readonly sender: Sender,
  ) {
    super();
    // The email outbox retries. A retry by the pool as well could send an email twice.
    this.transport = createTransport({
      url,
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      maxRequeues: 0,
      ...TIMEOUTS,
    });
  }

  async sendEmail(email: OutgoingEmail): Promise<string> {
    const attributes = { 'peer.service': 'smtp' };
    const { response } = await withSpan('smtp send', { kind: 'client', attributes }, () =>
      this.transport.sendMail(toMailMessage(email, this.sender)),
    );
    return response;
  }

  async checkConnection(): Promise<void> {
    if (!this.lastCheck || Date.now() - this.lastCheck.at > CHECK_CACHE_MS)
      this.lastCheck = { at: Date.now(), result: this.transport.verify().catch(toPartFault) };
    await this.lastCheck.result;
  }

  close(): void {
    this.transport.close();
  }
}
