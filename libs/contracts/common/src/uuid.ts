const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL accepts the text as a uuid. The version of the UUID (RFC 9562) is not checked. */
export const isUuid = (text: string): boolean => UUID.test(text);
