/**
 * Copied text may contain invisible marks, such as a zero-width space or a tab, and Japanese keyboards write letters and digits in full
 * width: no label can have either. The database refuses U+0000, so that stays and is named.
 */
export const toPlainText = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/(?![ªº])[\p{L}\p{Nd}\uff01-\uff5e]/gu, (character) => character.normalize('NFKC'))
    .replaceAll(/(?!\0)[\p{Cc}\s]/gu, ' ')
    .trim();
