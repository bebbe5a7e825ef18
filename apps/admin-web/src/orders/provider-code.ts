/** Formats a provider's code such as `product_not_received` for people. */
export const formatProviderCode = (code: string): string => code.replaceAll('_', ' ');
