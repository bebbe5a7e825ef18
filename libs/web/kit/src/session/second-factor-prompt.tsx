import { useEffect } from 'react';
import { useLazyComponent } from '../remote/load-chunk.js';
import { useCodeRequest } from './second-factor.js';

/** Asks for a code when a call needs one. The dialog is downloaded then: most visitors have no second factor. */
export function SecondFactorPrompt() {
  const request = useCodeRequest();
  const { Component, error } = useLazyComponent(
    () => import('./second-factor-dialog.js').then((module) => module.SecondFactorDialog),
    request !== null,
  );
  useEffect(() => {
    // The call then fails with its own message.
    if (error) request?.settle(false);
  }, [error, request]);
  return request && Component && <Component request={request} />;
}
