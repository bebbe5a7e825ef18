/** The subject of all events of a contact request. */
export const toEventSubject = (id: string): string => `contact/${id}`;
