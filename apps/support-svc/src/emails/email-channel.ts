/** PostgreSQL NOTIFY channel that wakes the email workers of all instances when a transaction with new emails commits. */
export const EMAIL_CHANNEL = 'emails';
