import { escapeHtml } from './escape-html.js';
import { LETTER_PARTS } from './letter-parts.js';

export type PartName = keyof typeof LETTER_PARTS;

/** Finished HTML: made by `fill` or `escaped`, never out of words as they came. */
export class Markup {
  readonly html: string;

  private constructor(html: string) {
    this.html = html;
  }

  static escaped(words: string): Markup {
    return new Markup(escapeHtml(words));
  }

  /** With its line ends; what reads `white-space` in a style is not every mail program. */
  static lines(words: string): Markup {
    return new Markup(escapeHtml(words).replaceAll('\n', '<br>'));
  }

  static joined(parts: readonly Markup[]): Markup {
    return new Markup(parts.map(({ html }) => html).join(''));
  }

  /** A person's words, kept apart from the direction of the sentence they stand in. */
  static isolated(words: string): Markup {
    return new Markup(`<bdi>${escapeHtml(words)}</bdi>`);
  }

  /** An order number, an amount: what is looked for at a glance, and never broken in two. */
  static strong(words: string): Markup {
    return new Markup(`<strong style="white-space:nowrap">${escapeHtml(words)}</strong>`);
  }

  /** Every slot of the part is filled: `{{words}}` escaped, `{{{markup}}}` as it is. Throws where one is left empty. */
  static fill(part: PartName, slots: Readonly<Record<string, string | Markup>>): Markup {
    return new Markup(
      LETTER_PARTS[part].replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_, markup?: string, words?: string) => {
        const value = slots[markup ?? words ?? ''];
        if (markup && value instanceof Markup) return value.html;
        if (words && typeof value === 'string') return escapeHtml(value);
        throw new Error(`The part ${part} was not given ${markup ?? words}`);
      }),
    );
  }
}
