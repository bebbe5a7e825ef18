export { addressBar, openPage, seenToast } from './open-page.js';
export { takeOver, type TakenOver } from './take-over.js';
export { restoreApi, stubApi, type SeenCall, type StubbedAnswer } from './stub-api.js';
