import { ORDER_CODE_REQUIRED } from '@shop/contracts-order';
import { ApiError } from '@shop/web-kit';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { CodeDialog } from './code-dialog.js';
import type { OrderAccess } from './order.queries.js';

/** Sends a change. If the server asks for a code, the visitor enters it, and the change is sent again. */
type SendWithCode = <Answer>(send: () => Promise<Answer>) => Promise<Answer>;

const SendContext = createContext<SendWithCode>((send) => send());

/** For every call that changes an order. */
export const useCodeGate = (): SendWithCode => use(SendContext);

const isCodeRequired = (error: unknown): boolean => error instanceof ApiError && error.code === ORDER_CODE_REQUIRED;

interface Props {
  access: OrderAccess;
  /** Of the order. */
  email: string | null | undefined;
  children: ReactNode;
}

/**
 * A visitor who has only the link of an email enters a code before the first change. What was typed stays in its
 * form: closing the dialog of the code fails the change with the server's sentence.
 */
export function CodeGate({ access, email, children }: Props) {
  const [request, setRequest] = useState<{ resolve: (isEntered: boolean) => void } | null>(null);
  const sendWithCode = useMemo<SendWithCode>(() => {
    const askForCode = (): Promise<boolean> => new Promise((resolve) => setRequest({ resolve }));
    return async (send) => {
      try {
        return await send();
      } catch (error) {
        if (!isCodeRequired(error) || !(await askForCode())) throw error;
        return send();
      }
    };
  }, []);
  const close = (isEntered: boolean): void => {
    request?.resolve(isEntered);
    setRequest(null);
  };
  return (
    <SendContext value={sendWithCode}>
      {children}
      {request && (
        <CodeDialog access={access} email={email} onEntered={() => close(true)} onClose={() => close(false)} />
      )}
    </SendContext>
  );
}
