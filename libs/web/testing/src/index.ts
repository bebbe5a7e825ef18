export {
  leavePage,
  restorePage,
  CHUNK_IS_GONE,
  CHUNK_IS_THERE,
  createChunkError,
  getCurrentAddress,
  waitForAddress,
  openPage,
  findToast,
  doubleClick,
} from './open-page.js';
export { createDeferred } from './create-deferred.js';
export { restoreApi, stubApi, type RecordedCall, type StubbedResponse } from './stub-api.js';
export { ANSWER_KINDS, SPEC_ANSWERS, SPEC_USER, UNKNOWN_VALUES } from './spec-answers.js';
export { fillSilently } from './fill-silently.js';
