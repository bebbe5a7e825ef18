/**
 * An idle thread ends after this time and frees the 100 MB that it has after a drawing. A new thread must compile its
 * code again, so its first drawing takes twice as long; this time outlasts the pauses of a customer who looks,
 * chooses and pays.
 */
export const IDLE_MS = 120_000;
