import { BRAND } from '@shop/contracts/common';
import type { Block, Content, Inline, ItemLine, LetterDocument } from '../letter-document.js';

/** Words from right to left stand between these marks (first strong isolate, pop), so that they leave the order of the sentence alone. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\u202a-\u202e\u2066-\u2069]/u;
const isolated = (words: string): string => (RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words);

const visible = (words: string): string => words.replace(/[^\P{Cc}\n\t]/gu, '');
const inline = (part: Inline): string =>
  typeof part === 'string' ? part : 'words' in part ? isolated(part.words) : part.strong;
const flow = (content: Content): string =>
  Array.isArray(content) ? (content as readonly Inline[]).map(inline).join('') : inline(content as Inline);
const quoted = (words: string): string => words.replace(/^/gm, '> ');
const rows = (pairs: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}`).join('\n');
};
const item = ({ title, details, price }: ItemLine): string =>
  `* ${isolated(title)}\n  ${[details, price].filter(Boolean).join(' · ')}`;

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return flow(block.content);
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'words':
      return block.words;
    case 'quote':
      return `${block.title}\n${quoted(block.words)}`;
    case 'picture':
      return '';
    case 'progress':
      return block.steps.map((label, at) => `${at <= block.reached ? '[x]' : '[ ]'} ${label}`).join('   ');
    case 'facts':
      return rows(block.rows.map(([label, value]) => [label, isolated(value)] as const));
    case 'items':
      return block.items.map(item).join('\n');
    case 'totals':
      return rows([...block.rows, block.sum]);
    case 'address':
      return `${block.title}\n${block.lines.join('\n')}`;
  }
}

export function letterText({ heading, blocks, reason }: LetterDocument, origin: string): string {
  const paragraphs = [flow(heading), ...blocks.map(blockText), `-- \n${BRAND}, ${origin}\n${reason}`];
  return `${visible(paragraphs.filter(Boolean).join('\n\n'))}\n`;
}
