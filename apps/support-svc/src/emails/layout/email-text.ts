import { BRAND } from '@shop/contracts/common';
import type { Block, Content, Inline, ItemLine, EmailDocument } from '../email-document.js';

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

export function renderText({ heading, blocks, reason }: EmailDocument, origin: string): string {
  const paragraphs = [contentText(heading), ...blocks.map(blockText), `-- \n${BRAND}, ${origin}\n${reason}`];
  return `${removeControls(paragraphs.filter(Boolean).join('\n\n'))}\n`;
}
