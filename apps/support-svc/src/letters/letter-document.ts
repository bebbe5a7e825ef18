/** A letter as it is written, before it becomes HTML and plain text: one content, two looks. */
export interface LetterDocument {
  subject: string;
  /** What a list of mails shows after the subject. */
  preheader: string;
  heading: Content;
  blocks: readonly Block[];
  /** Why this letter came, in its footer. */
  reason: string;
}

/** `words` are a person's own, in whatever script: they are kept apart from the sentence around them. */
export type Inline = string | { words: string } | { strong: string };
export type Content = Inline | readonly Inline[];

export type Block =
  | { kind: 'text' | 'note'; content: Content }
  | { kind: 'button'; label: string; href: string }
  /** Somebody's own words, with their line ends: as the letter's body, or quoted. */
  | { kind: 'words'; words: string }
  | { kind: 'quote'; title: string; words: string }
  | { kind: 'picture'; src: string; alt: string; href: string }
  | { kind: 'progress'; steps: readonly string[]; reached: number }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
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
