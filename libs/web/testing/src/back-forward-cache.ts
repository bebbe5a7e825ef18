/** jsdom has no PageTransitionEvent. */
const dispatchTransition = (type: 'pagehide' | 'pageshow'): boolean =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));

/** Another page is opened, and this one goes into the back/forward cache. */
export const leavePage = (): void => void dispatchTransition('pagehide');

/** Back: the page is shown as it was left. */
export const restorePage = (): void => void dispatchTransition('pageshow');
