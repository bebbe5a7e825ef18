import * as z from 'zod/mini';
import { toPlainText } from './plain-text.js';

export const GIFT_MESSAGE_MAX = 200;
const GIFT_LINES_MAX = 8;

/** Keeps the lines that have something on them. */
const toGiftText = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(toPlainText)
    .filter((line) => line !== '')
    .join('\n');

/** Printed on the packing slip. Empty: none. */
export const giftMessageSchema = z.string('Please enter the gift message as text').check(
  z.overwrite(toGiftText),
  z.maxLength(GIFT_MESSAGE_MAX, `Please use at most ${GIFT_MESSAGE_MAX} characters for the gift message`),
  z.refine(
    (text) => text.split('\n').length <= GIFT_LINES_MAX,
    `Please use at most ${GIFT_LINES_MAX} lines for the gift message`,
  ),
);
