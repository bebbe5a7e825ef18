/** For operators' commands: plain SQL on a service's database, without Nest. */
export { countUnresolved, listDeadLetters, replayDeadLetters, storeDeadLetter } from './dead-letters.js';
export type { DeadLetter, NewDeadLetter, RunSql } from './dead-letters.js';
export { resendEvents, resendEventsById } from './resend.js';
