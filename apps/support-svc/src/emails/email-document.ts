/** The content of an email, from which both HTML and plain text are rendered. */
export interface EmailDocument {
  subject: string;
  /** The preview text that mail programs show after the subject. */
  preheader: string;
  heading: Content;
  blocks: readonly Block[];
  /** Footer text: why the recipient gets this email. */
  reason: string;
}

/** `userText` was written by a person, in any script. It is escaped, and isolated from the text direction of the sentence. */
export type Inline = string | { userText: string } | { strong: string };
export type Content = Inline | readonly Inline[];

export type Block =
  | { kind: 'text' | 'note'; content: Content }
  | { kind: 'button'; label: string; href: string }
  /** A text by a person, with its line breaks: as the body, or as a quotation. */
  | { kind: 'userText'; userText: string }
  | { kind: 'quote'; title: string; userText: string }
  | { kind: 'picture'; src: string; alt: string; href: string }
  | { kind: 'progress'; steps: readonly string[]; reached: number }
  | { kind: 'details'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'items'; items: readonly ItemLine[] }
  | {
      kind: 'totals';
      rows: readonly (readonly [label: string, amount: string])[];
      sum: readonly [label: string, amount: string];
    }
  | { kind: 'address'; title: string; lines: readonly string[] };

export interface ItemLine {
  title: string;
  details: string;
  price: string;
  pictureUrl: string | null;
}
