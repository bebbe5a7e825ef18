import { BRAND } from '@shop/contracts/common';
import type { Block, Content, Inline, ItemLine, LetterDocument } from '../letter-document.js';
import { Markup } from './fill.js';

const inline = (part: Inline): Markup => {
  if (typeof part === 'string') return Markup.escaped(part);
  if ('words' in part) return Markup.isolated(part.words);
  return Markup.strong(part.strong);
};

const flow = (content: Content): Markup =>
  Markup.joined((Array.isArray(content) ? (content as readonly Inline[]) : [content as Inline]).map(inline));

/** Colours of a bar and its label in light; the classes carry those of the dark. */
const STEP_LOOKS = {
  reached: { bar: 'bar-on', colour: '#d03a16', tone: '', ink: '#2c1a30', weight: '600' },
  now: { bar: 'bar-on', colour: '#d03a16', tone: 'accent', ink: '#b02c0c', weight: '800' },
  ahead: { bar: 'bar-off', colour: '#ecdfcf', tone: 'soft', ink: '#6b5668', weight: '400' },
} as const;

const step = (label: string, at: number, reached: number): Markup => {
  const look = at < reached ? STEP_LOOKS.reached : at === reached ? STEP_LOOKS.now : STEP_LOOKS.ahead;
  return Markup.fill('step', { label, ...look });
};

const item = ({ title, details, price, pictureUrl }: ItemLine): Markup => {
  const picture = pictureUrl
    ? Markup.fill('thumb', { src: pictureUrl, alt: title })
    : Markup.fill('blank', { initial: ([...title][0] ?? '').toUpperCase() });
  return Markup.fill('item', { title, details, price, picture });
};

function blockHtml(block: Block): Markup {
  switch (block.kind) {
    case 'text':
    case 'note':
      return Markup.fill(block.kind, { content: flow(block.content) });
    case 'button':
      return Markup.fill('button', { label: block.label, href: block.href });
    case 'words':
      return Markup.fill('words', { words: Markup.lines(block.words) });
    case 'quote':
      return Markup.fill('quote', { title: block.title, words: Markup.lines(block.words) });
    case 'picture':
      return Markup.fill('picture', { src: block.src, alt: block.alt, href: block.href });
    case 'progress':
      return Markup.fill('progress', {
        step: Markup.joined(block.steps.map((label, at) => step(label, at, block.reached))),
      });
    case 'facts':
      return Markup.fill('facts', {
        fact: Markup.joined(block.rows.map(([label, value]) => Markup.fill('fact', { label, value }))),
      });
    case 'items':
      return Markup.fill('items', { item: Markup.joined(block.items.map(item)) });
    case 'totals':
      return Markup.fill('totals', {
        total: Markup.joined(block.rows.map(([label, amount]) => Markup.fill('total', { label, amount }))),
        sum: Markup.fill('sum', { label: block.sum[0], amount: block.sum[1] }),
      });
    case 'address':
      return Markup.fill('address', {
        title: block.title,
        line: Markup.joined(block.lines.map((words) => Markup.fill('line', { words }))),
      });
  }
}

/** @param origin the shop's address, without a slash at its end */
export function letterHtml({ subject, preheader, heading, blocks, reason }: LetterDocument, origin: string): string {
  const slots = { subject, preheader, reason, origin, brand: BRAND, site: new URL(origin).host };
  return Markup.fill('frame', { ...slots, heading: flow(heading), blocks: Markup.joined(blocks.map(blockHtml)) }).html;
}
