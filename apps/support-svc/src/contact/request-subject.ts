/** The subject of a request's events. */
export const subjectOf = (id: string): string => `contact/${id}`;
