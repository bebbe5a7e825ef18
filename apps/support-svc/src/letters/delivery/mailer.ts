import type { RenderedLetter } from '../render-letter.js';

export interface OutgoingMail extends RenderedLetter {
  /** The letter's; the same at every try. */
  id: string;
  letter: string;
  to: string;
  writtenAt: Date;
}

/** The way letters leave the shop: by SMTP, or into files. */
export abstract class Mailer {
  /** Resolves once the mail is somebody else's to keep, with a word on where it went; rejects with what the way said. */
  abstract send(mail: OutgoingMail): Promise<string>;
  /** Rejects where the way is closed now. */
  abstract check(): Promise<void>;
  abstract close(): void;
}
