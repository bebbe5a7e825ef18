import type { RenderedEmail } from '../render-email.js';

export interface OutgoingEmail extends RenderedEmail {
  /** The same for every attempt. */
  id: string;
  template: string;
  to: string;
  createdAt: Date;
}

/** Transport of emails: SMTP or files. */
export abstract class Mailer {
  /** Resolves with the server's response or the file path once the email is accepted; rejects with the transport's error. */
  abstract sendEmail(email: OutgoingEmail): Promise<string>;
  /** Rejects if the transport is unavailable now. */
  abstract checkConnection(): Promise<void>;
  abstract close(): void;
}
