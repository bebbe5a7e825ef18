import { BRAND } from '@shop/contracts/common';
import type { Block, Content, Inline, ItemLine, EmailDocument } from '../email-document.js';
import { Markup } from './markup.js';

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

/** @param origin of the shop, without a trailing slash */
export function renderHtml({ subject, preheader, heading, blocks, reason }: EmailDocument, origin: string): string {
  const slots = { subject, preheader, reason, origin, brand: BRAND, site: new URL(origin).host };
  return Markup.fill('frame', { ...slots, heading: contentHtml(heading), blocks: Markup.join(blocks.map(blockHtml)) })
    .html;
}
