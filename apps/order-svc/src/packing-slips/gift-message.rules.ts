import { DomainError } from '@shop/contracts-common';
import { listUnknownLetters } from '../receipts/font-runs.rules.js';
import { loadReceiptFonts } from '../receipts/receipt-fonts.js';

/** Letters that the message names; it must stay a sentence. */
const NAMED_MAX = 5;

/** @throws DomainError `impossible` if the packing slip's fonts lack a letter of the message, such as an emoji. */
export async function assertPrintable(message: string): Promise<void> {
  const text = message.replaceAll('\n', ' ');
  const { regular } = await loadReceiptFonts(text, '');
  const unknown = listUnknownLetters(text, regular);
  if (unknown.length === 0) return;
  const named = unknown.slice(0, NAMED_MAX).join(' ');
  const sentence = `The packing slip can’t show ${named}. Please leave ${unknown.length === 1 ? 'it' : 'them'} out of the gift message.`;
  throw new DomainError('GIFT_MESSAGE_UNPRINTABLE', 'impossible', sentence, { fieldErrors: { giftMessage: sentence } });
}
