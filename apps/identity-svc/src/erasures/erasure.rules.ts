/**
 * An account is gone when everybody who kept something of its owner has confirmed, in any order and however often. One who has not
 * (an order may be on its way for weeks) is asked again a few times a day: an answer that was lost does not keep anybody for good.
 */
export type ErasurePart = 'artworks' | 'orders' | 'requests';

export const REPEAT_AFTER_HOURS = 6;
