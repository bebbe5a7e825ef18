/** The payload does not fit the schema of this version: one of publisher and reader is of a wrong or an older release. A deployment resolves that. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}
