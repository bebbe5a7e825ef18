/** A provider's word such as `product_not_received`. */
export const formatProviderCode = (code: string): string => code.replaceAll('_', ' ');
