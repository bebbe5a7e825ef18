export { leavePage, restorePage } from './back-forward-cache.js';
export { getCurrentAddress, openPage, findToast } from './open-page.js';
export { doubleClick } from './double-click.js';
export { restoreApi, stubApi, type RecordedCall, type StubbedResponse } from './stub-api.js';
