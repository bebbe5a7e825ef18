/** Injection token of the process's event transport. */
export const EVENT_TRANSPORT = Symbol('EVENT_TRANSPORT');
