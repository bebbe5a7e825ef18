/** A provider's word such as `product_not_received`. */
export const plainWord = (word: string): string => word.replaceAll('_', ' ');
