import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { isShown } from '../receipts/font-runs.rules.js';
import type { Measure, PageSize, PlacedPage } from '../receipts/page-layout.rules.js';
import { drawPages, Pen } from '../receipts/pdf-pages.js';
import { loadReceiptFonts } from '../receipts/receipt-fonts.js';
import { UNKNOWN_LETTERS } from '../receipts/receipt-pdf.js';
import { layOutMissing, layOutPackingSlip, listSlipTexts, type PackingSlip } from './packing-slip.rules.js';

/** One file with the slips of many orders. Only the order that is drawn is in memory; a font is in the file once. */
export class PackingSlipsPdf {
  readonly document: PDFKit.PDFDocument;
  private readonly fontNames = new Map<Font, string>();

  constructor(
    private readonly page: PageSize,
    shop: string,
  ) {
    this.document = new PDFDocument({
      ...{ size: [page.width, page.height], margin: 0, autoFirstPage: false },
      ...{ lang: 'en-US', displayTitle: true, pdfVersion: '1.7' },
      info: { Title: 'Packing slips', Author: shop, Creator: '', Producer: 'pdfkit' },
    });
  }

  async addSlip(slip: PackingSlip): Promise<void> {
    const texts = listSlipTexts(slip);
    await this.addPages(texts, (measure, isComplete) =>
      layOutPackingSlip(isComplete ? slip : { ...slip, note: UNKNOWN_LETTERS }, this.page, measure),
    );
  }

  /** `missing`: a line for each order without a slip. */
  async addMissing(missing: readonly string[]): Promise<void> {
    await this.addPages([...missing, 'Not in this file'], (measure) => layOutMissing(missing, this.page, measure));
  }

  private async addPages(
    texts: readonly string[],
    layOut: (measure: Measure, isComplete: boolean) => PlacedPage[],
  ): Promise<void> {
    const text = texts.join('');
    const fonts = await loadReceiptFonts(text, text);
    const pen = new Pen(this.document, fonts, this.fontNames);
    const isComplete = texts.every((each) => isShown(each, fonts.regular));
    await drawPages(
      this.document,
      layOut((each, style) => pen.measure(each, style), isComplete),
      pen,
    );
  }
}
