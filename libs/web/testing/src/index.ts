export { addressBar, openPage, seenToast } from './open-page.js';
export { restoreApi, stubApi, type SeenCall, type StubbedAnswer } from './stub-api.js';
