import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '@shop/testing';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** To whom it was brought, whatever its header says. */
  recipients: string[];
  source: string;
}

/** What the server says to a recipient; nothing: welcome. */
export type Refusal = { code: number; words: string } | undefined;

/** A real SMTP server (npm's smtp-server) that keeps what it is brought. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Set by a test to refuse recipients. */
  refuse: (recipient: string) => Refusal = () => undefined;
  private server: SMTPServer | undefined;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** On a free port the first time, on the same again after a stop. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, answer) => {
        const refusal = this.refuse(address);
        answer(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null);
      },
      onData: (stream, session, answer) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          void this.keep(
            Buffer.concat(chunks),
            session.envelope.rcptTo.map(({ address }) => address),
          ).then(() => answer(null));
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(this.port, '127.0.0.1');
    await once(server.server, 'listening');
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ recipients }) => recipients.includes(address));
  }

  /** The first mail to this address; waits for it. */
  next(address: string, subject?: string): Promise<ReceivedMail> {
    return eventually(() => {
      const mail = this.mailsTo(address).find((candidate) => subject === undefined || candidate.subject === subject);
      if (!mail)
        throw new Error(
          `no mail to ${address}; there are: ${this.mails.map((each) => `${each.recipients.join()} “${each.subject}”`).join(', ') || 'none'}`,
        );
      return mail;
    });
  }

  private async keep(source: Buffer, recipients: string[]): Promise<void> {
    this.mails.push({ ...(await PostalMime.parse(source)), recipients, source: source.toString() });
  }
}
