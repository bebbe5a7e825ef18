/** NOTIFY on this channel wakes the mail rounds of every instance at the commit of a new letter. */
export const LETTER_CHANNEL = 'emails';
