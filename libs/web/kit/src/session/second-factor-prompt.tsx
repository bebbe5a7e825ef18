import { usePageStore } from '@shop/web-ui';
import { useEffect } from 'react';
import { cancelCodeRequest, codeRequest } from '../api/code-request.js';
import { useLazyComponent } from '../remote/load-chunk.js';

/** Asks for a code when a call needs one. The dialog is downloaded then: most visitors have no second factor. */
export function SecondFactorPrompt() {
  const request = usePageStore(codeRequest);
  const { Component, error } = useLazyComponent(
    () => import('./second-factor-dialog.js').then((module) => module.SecondFactorDialog),
    request !== null,
  );
  useEffect(() => {
    // The call then fails with its own message.
    if (error && request) cancelCodeRequest();
  }, [error, request]);
  return request && Component && <Component request={request} />;
}
