/** Which print files of selected orders are ready, and what is missing. */
import type { DesignStatus, SelectedPrintFiles } from '@shop/contracts-art';
import type { PrintFailure } from './print-file.entity.js';
import { getDownloadName } from './print-file.rules.js';

export interface SelectedPrintFile {
  id: string;
  orderNumber: string;
  /** Position of the item in its order, from 1. */
  line: number;
  status: DesignStatus;
  failureReason: PrintFailure | null;
  /** Null: there is no file yet. */
  sha256: string | null;
  /** It was deleted after its order ended. */
  isDeleted: boolean;
}

export type ReadyPrintFile = SelectedPrintFile & { sha256: string };

const FAILURES: Readonly<Record<PrintFailure, string>> = {
  'artwork-missing': 'has no print file, because its artwork is missing.',
  'product-unknown': 'has no print file, because its product is not known.',
  'not-drawn': 'has no print file, because it could not be drawn. Please try it again in the order.',
};

export const isReady = (file: SelectedPrintFile): file is ReadyPrintFile => file.sha256 !== null && !file.isDeleted;

function describeMissing({ line, isDeleted, failureReason }: SelectedPrintFile): string {
  const article = `Article ${line} `;
  if (isDeleted)
    return `${article}has no print file any more, because its order has ended. The download makes it again.`;
  return article + (failureReason ? FAILURES[failureReason] : 'has no print file yet: it is being made.');
}

/** In the order of the selection. */
export function listMissing(
  orderNumbers: readonly string[],
  files: readonly SelectedPrintFile[],
): SelectedPrintFiles['missing'] {
  return orderNumbers.flatMap((orderNumber) => {
    const own = files.filter((file) => file.orderNumber === orderNumber);
    if (own.length === 0)
      return [{ orderNumber, message: 'There is no print file. Files are made after the payment.' }];
    return own.filter((file) => !isReady(file)).map((file) => ({ orderNumber, message: describeMissing(file) }));
  });
}

/** A file that the database knows and the store does not have. */
export const describeLost = ({ orderNumber, line }: SelectedPrintFile): SelectedPrintFiles['missing'][number] => ({
  orderNumber,
  message: `Article ${line} has no print file, because it was not found where the shop stores pictures.`,
});

/** A folder for each order. */
export const toZipPath = (file: Pick<SelectedPrintFile, 'orderNumber' | 'line'>): string =>
  `${file.orderNumber.replace(/[^\w-]/g, '')}/${getDownloadName(file)}`;
