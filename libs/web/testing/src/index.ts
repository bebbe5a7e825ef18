export { addressBar, openPage, seenToast } from './open-page.js';
export { pressTwice } from './press-twice.js';
export { restoreApi, stubApi, type SeenCall, type StubbedAnswer } from './stub-api.js';
