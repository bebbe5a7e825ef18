const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether PostgreSQL takes it as a uuid; its version (RFC 9562) is not looked at. */
export const isUuid = (text: string): boolean => UUID.test(text);
