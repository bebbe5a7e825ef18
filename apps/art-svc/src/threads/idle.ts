/**
 * A thread without work ends after this long, and gives back the 100 MB that it holds after a drawing. A new one has all its code to compile again: what
 * it draws first takes twice as long, so that it stays through the pauses of a shopper who looks, chooses and pays.
 */
export const IDLE_MS = 120_000;
