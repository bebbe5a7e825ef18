import { getPageStore } from '@shop/web-ui';

export interface CodeRequest {
  /** True: a code was entered. False: the dialog was closed. */
  settle: (isEntered: boolean) => void;
  /** Calls that are refused in between wait for the same dialog. */
  result: Promise<boolean>;
}

/** A call that waits until a code of the second factor is entered; `SecondFactorPrompt` displays it. */
export const codeRequest = getPageStore<CodeRequest | null>('second-factor-request', null);

/** Closes the dialog without a code. */
export const cancelCodeRequest = (): void => codeRequest.get()?.settle(false);

/** Asks for a code of the second factor. Returns false if the admin closes the dialog. */
export function askForCode(): Promise<boolean> {
  const pending = codeRequest.get();
  if (pending) return pending.result;
  let settle: CodeRequest['settle'] = () => undefined;
  const result = new Promise<boolean>((resolve) => (settle = resolve)).finally(() => codeRequest.set(null));
  codeRequest.set({ settle, result });
  return result;
}
