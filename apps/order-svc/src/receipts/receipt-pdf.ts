import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { isShown } from './font-runs.rules.js';
import type { PageSize } from './page-layout.rules.js';
import { drawPages, Pen } from './pdf-pages.js';
import { loadReceiptFonts } from './receipt-fonts.js';
import { layOutReceipt } from './receipt-layout.rules.js';
import type { Receipt } from './receipt.rules.js';

export const UNKNOWN_LETTERS = 'A question mark stands for a letter that this file can’t show.';

const listTexts = ({ seller, facts, shipTo, lines, totals, total, refunds, rest, notes }: Receipt): string[] => [
  ...[...seller, ...facts.flat(), ...shipTo, ...notes],
  ...lines.flatMap(({ title, details }) => [title, details]),
  ...[...totals, total, ...refunds, ...(rest ? [rest] : [])].flatMap(({ label, amount }) => [label, amount]),
];

/** The same receipt gives the same bytes. */
export async function renderReceipt(receipt: Receipt, page: PageSize): Promise<Buffer> {
  const texts = listTexts(receipt);
  const fonts = await loadReceiptFonts(texts.join(''), receipt.seller[0] ?? '');
  const areLettersUnknown = !texts.every((text) => isShown(text, fonts.regular));
  const shown = areLettersUnknown ? { ...receipt, notes: [...receipt.notes, UNKNOWN_LETTERS] } : receipt;
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `Receipt for order ${receipt.orderNumber}`,
      Author: receipt.seller[0] ?? '',
      Creator: '',
      Producer: 'pdfkit',
      CreationDate: receipt.changedAt,
      ModDate: receipt.changedAt,
    },
  });
  const bytes = buffer(document);
  const pen = new Pen(document, fonts);
  await drawPages(
    document,
    layOutReceipt(shown, page, (text, style) => pen.measure(text, style)),
    pen,
  );
  document.end();
  return bytes;
}
