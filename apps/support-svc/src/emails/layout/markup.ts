import { escapeHtml } from './escape-html.js';
import { EMAIL_PARTS } from './email-parts.js';

export type PartName = keyof typeof EMAIL_PARTS;

/** HTML that is safe to insert. Only the static methods create it, and they escape their input. */
export class Markup {
  readonly html: string;

  private constructor(html: string) {
    this.html = html;
  }

  static fromText(text: string): Markup {
    return new Markup(escapeHtml(text));
  }

  /** Turns line breaks into `<br>`, because some mail programs ignore the style `white-space`. */
  static fromLines(text: string): Markup {
    return new Markup(escapeHtml(text).replaceAll('\n', '<br>'));
  }

  static join(parts: readonly Markup[]): Markup {
    return new Markup(parts.map(({ html }) => html).join(''));
  }

  /** Isolates the text direction of a person's text from the sentence around it. */
  static fromUserText(text: string): Markup {
    return new Markup(`<bdi>${escapeHtml(text)}</bdi>`);
  }

  /** For order numbers and amounts; never broken over two lines. */
  static strong(text: string): Markup {
    return new Markup(`<strong style="white-space:nowrap">${escapeHtml(text)}</strong>`);
  }

  /** Fills every slot of a part: `{{text}}` is escaped, `{{{markup}}}` is inserted. Throws if a slot has no value. */
  static fill(part: PartName, slots: Readonly<Record<string, string | Markup>>): Markup {
    return new Markup(
      EMAIL_PARTS[part].replace(/\{\{\{(\w+)\}\}\}|\{\{(\w+)\}\}/g, (_, markup?: string, text?: string) => {
        const value = slots[markup ?? text ?? ''];
        if (markup && value instanceof Markup) return value.html;
        if (text && typeof value === 'string') return escapeHtml(value);
        throw new Error(`The email part ${part} has no value for its slot ${markup ?? text}`);
      }),
    );
  }
}
