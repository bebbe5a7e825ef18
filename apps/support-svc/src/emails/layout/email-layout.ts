import { BRAND } from '@shop/contracts-common';
import type { Block, Content, EmailDocument, Inline, ItemLine } from '../email-document.js';
import type { ShopLinks } from '../shop-links.js';
import { EMAIL_PARTS } from './email-parts.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes for text and for quoted attributes, and removes control characters. */
export function escapeHtml(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

type PartName = keyof typeof EMAIL_PARTS;

/** HTML that is safe to insert. Only the static methods create it, and they escape their input. */
class Markup {
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

const inlineHtml = (part: Inline): Markup => {
  if (typeof part === 'string') return Markup.fromText(part);
  if ('userText' in part) return Markup.fromUserText(part.userText);
  return Markup.strong(part.strong);
};

const contentHtml = (content: Content): Markup =>
  Markup.join((Array.isArray(content) ? (content as readonly Inline[]) : [content as Inline]).map(inlineHtml));

/** Inline colours are those of the light theme; the classes carry the dark ones. */
const STEP_LOOKS = {
  reached: { bar: 'bar-on', colour: '#d03a16', tone: '', ink: '#2c1a30', weight: '600' },
  now: { bar: 'bar-on', colour: '#d03a16', tone: 'accent', ink: '#b02c0c', weight: '800' },
  ahead: { bar: 'bar-off', colour: '#ecdfcf', tone: 'soft', ink: '#6b5668', weight: '400' },
} as const;

const stepHtml = (label: string, index: number, reached: number): Markup => {
  const look = index < reached ? STEP_LOOKS.reached : index === reached ? STEP_LOOKS.now : STEP_LOOKS.ahead;
  return Markup.fill('step', { label, ...look });
};

const itemHtml = ({ title, details, price, pictureUrl }: ItemLine): Markup => {
  const picture = pictureUrl
    ? Markup.fill('thumb', { src: pictureUrl, alt: title })
    : Markup.fill('blank', { initial: ([...title][0] ?? '').toUpperCase() });
  return Markup.fill('item', { title, details, price, picture });
};

function blockHtml(block: Block): Markup {
  switch (block.kind) {
    case 'text':
    case 'note':
      return Markup.fill(block.kind, { content: contentHtml(block.content) });
    case 'button':
      return Markup.fill('button', { label: block.label, href: block.href });
    case 'userText':
      return Markup.fill('userText', { userText: Markup.fromLines(block.userText) });
    case 'quote':
      return Markup.fill('quote', { title: block.title, userText: Markup.fromLines(block.userText) });
    case 'picture':
      return Markup.fill('picture', { src: block.src, alt: block.alt, href: block.href });
    case 'progress':
      return Markup.fill('progress', {
        step: Markup.join(block.steps.map((label, at) => stepHtml(label, at, block.reached))),
      });
    case 'details':
      return Markup.fill('details', {
        detail: Markup.join(block.rows.map(([label, value]) => Markup.fill('detail', { label, value }))),
      });
    case 'items':
      return Markup.fill('items', { item: Markup.join(block.items.map(itemHtml)) });
    case 'totals':
      return Markup.fill('totals', {
        total: Markup.join(block.rows.map(([label, amount]) => Markup.fill('total', { label, amount }))),
        sum: Markup.fill('sum', { label: block.sum[0], amount: block.sum[1] }),
      });
    case 'address':
      return Markup.fill('address', {
        title: block.title,
        line: Markup.join(block.lines.map((line) => Markup.fill('line', { userText: line }))),
      });
  }
}

export function renderHtml(
  { subject, preheader, heading, blocks, reason }: EmailDocument,
  { origin, sellerLine }: ShopLinks,
): string {
  const end = Markup.fromLines([reason, ...(sellerLine === null ? [] : [sellerLine])].join('\n'));
  const slots = { subject, preheader, reason: end, origin, brand: BRAND, site: new URL(origin).host };
  return Markup.fill('frame', { ...slots, heading: contentHtml(heading), blocks: Markup.join(blocks.map(blockHtml)) })
    .html;
}

/** Right-to-left text is put between the marks U+2068 and U+2069 (first strong isolate, pop), so that it does not reorder the sentence. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\u202a-\u202e\u2066-\u2069]/u;
const isolateDirection = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

const removeControls = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '');
const inlineText = (part: Inline): string =>
  typeof part === 'string' ? part : 'userText' in part ? isolateDirection(part.userText) : part.strong;
const contentText = (content: Content): string =>
  Array.isArray(content) ? (content as readonly Inline[]).map(inlineText).join('') : inlineText(content as Inline);
const quoteLines = (text: string): string => text.replace(/^/gm, '> ');
const alignRows = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}`).join('\n');
};
const itemText = ({ title, details, price }: ItemLine): string =>
  `* ${isolateDirection(title)}\n  ${[details, price].filter(Boolean).join(' · ')}`;

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return contentText(block.content);
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'userText':
      return block.userText;
    case 'quote':
      return `${block.title}\n${quoteLines(block.userText)}`;
    case 'picture':
      return '';
    case 'progress':
      return block.steps.map((label, at) => `${at <= block.reached ? '[x]' : '[ ]'} ${label}`).join('   ');
    case 'details':
      return alignRows(block.rows.map(([label, value]) => [label, isolateDirection(value)] as const));
    case 'items':
      return block.items.map(itemText).join('\n');
    case 'totals':
      return alignRows([...block.rows, block.sum]);
    case 'address':
      return `${block.title}\n${block.lines.join('\n')}`;
  }
}

export function renderText({ heading, blocks, reason }: EmailDocument, { origin, sellerLine }: ShopLinks): string {
  const end = [`${BRAND}, ${origin}`, reason, ...(sellerLine === null ? [] : [sellerLine])];
  const paragraphs = [contentText(heading), ...blocks.map(blockText), ['-- ', ...end].join('\n')];
  return `${removeControls(paragraphs.filter(Boolean).join('\n\n'))}\n`;
}
