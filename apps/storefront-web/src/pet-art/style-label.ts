/** `pop art Style`: the label of My Designs. */
export const formatStyleLabel = (styleKey: string): string => `${styleKey.replaceAll('-', ' ')} Style`;
