import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import { waitFor } from '@shop/testing';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedEmail extends Email {
  /** The recipients of the SMTP envelope. */
  recipients: string[];
  source: string;
}

/** smtp-server decodes the punycode of the envelope. */
const encodeDomain = (address: string): string => address.replace(/[^@]+$/, domainToASCII);

/** The server's answer to a recipient; undefined: accepted. */
export type Rejection = { code: number; text: string } | undefined;

/** An SMTP server (npm package smtp-server) that stores all emails. */
export class MailServer {
  readonly emails: ReceivedEmail[] = [];
  /** Set by a test to reject recipients. */
  reject: (recipient: string) => Rejection = () => undefined;
  private server: SMTPServer | undefined;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Uses a free port the first time, and the same port after a stop. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, answer) => {
        const rejection = this.reject(address);
        answer(rejection ? Object.assign(new Error(rejection.text), { responseCode: rejection.code }) : null);
      },
      onData: (stream, session, answer) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          void this.storeEmail(
            Buffer.concat(chunks),
            session.envelope.rcptTo.map(({ address }) => encodeDomain(address)),
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

  emailsTo(address: string): ReceivedEmail[] {
    return this.emails.filter(({ recipients }) => recipients.includes(address));
  }

  /** Waits for the first email to this address. */
  waitForEmail(address: string, subject?: string): Promise<ReceivedEmail> {
    return waitFor(() => {
      const mail = this.emailsTo(address).find((candidate) => subject === undefined || candidate.subject === subject);
      if (!mail)
        throw new Error(
          `no mail to ${address}; there are: ${this.emails.map((each) => `${each.recipients.join()} “${each.subject}”`).join(', ') || 'none'}`,
        );
      return mail;
    });
  }

  private async storeEmail(source: Buffer, recipients: string[]): Promise<void> {
    this.emails.push({ ...(await PostalMime.parse(source)), recipients, source: source.toString() });
  }
}
