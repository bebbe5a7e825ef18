import { jest } from '@jest/globals';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useSingleFlight } from './use-single-flight.js';

interface PendingMutation {
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

/** A mutation whose responses the test gives in the order in which it was sent. */
function renderSingleFlight() {
  const sent: string[] = [];
  const pending: PendingMutation[] = [];
  const mutationFn = (variables: string) =>
    new Promise<string>((resolve, reject) => {
      sent.push(variables);
      pending.push({ resolve, reject });
    });
  const client = new QueryClient();
  const { result } = renderHook(() => useSingleFlight(useMutation({ mutationFn })), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    sent,
    pending,
    send: (...given: Parameters<typeof result.current>) => act(() => result.current(...given)),
  };
}

afterEach(cleanup);

describe('useSingleFlight', () => {
  it('sends a mutation once until its response arrives', async () => {
    const { sent, send } = renderSingleFlight();
    send('first');
    send('second');
    send('third');
    await waitFor(() => expect(sent).toEqual(['first']));
  });

  it.each([
    ['succeeded', ({ resolve }: PendingMutation) => resolve('done')],
    ['failed', ({ reject }: PendingMutation) => reject(new Error('No.'))],
  ])('sends the mutation again once it %s', async (_, settle) => {
    const { sent, pending, send } = renderSingleFlight();
    const [onSuccess, onError] = [jest.fn(), jest.fn()];
    send('first', { onSuccess, onError });
    await waitFor(() => expect(pending).toHaveLength(1));
    settle(pending[0]!);
    await waitFor(() => expect(onSuccess.mock.calls.length + onError.mock.calls.length).toBe(1));
    send('again');
    await waitFor(() => expect(sent).toEqual(['first', 'again']));
  });

  it('passes the result to the caller’s callbacks', async () => {
    const { pending, send } = renderSingleFlight();
    const [onSuccess, onError] = [jest.fn(), jest.fn()];
    send('first', { onSuccess, onError });
    await waitFor(() => expect(pending).toHaveLength(1));
    pending[0]!.reject(new Error('No.'));
    await waitFor(() => expect(onError.mock.calls[0]).toEqual(expect.arrayContaining([new Error('No.'), 'first'])));
    expect(onSuccess).not.toHaveBeenCalled();
  });
});
