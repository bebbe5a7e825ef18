export { getCurrentAddress, openPage, findToast } from './open-page.js';
export { doubleClick } from './double-click.js';
export { restoreApi, stubApi, type RecordedCall, type StubbedResponse } from './stub-api.js';
export { ANSWER_KINDS, SPEC_ANSWERS, SPEC_USER, UNKNOWN_VALUES } from './spec-answers.js';
