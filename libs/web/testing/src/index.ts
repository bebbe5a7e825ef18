export { addressBar, openPage, seenToast } from './open-page.js';
export { doubleClick } from './double-click.js';
export { restoreApi, stubApi, type SeenCall, type StubbedAnswer } from './stub-api.js';
