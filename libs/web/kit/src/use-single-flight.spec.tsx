import { jest } from '@jest/globals';
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { useSingleFlight } from './use-single-flight.js';

interface PendingMutation {
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

/** A mutation whose answers are given by hand, in the order in which it was sent. */
function renderSingleFlight() {
  const sent: string[] = [];
  const pending: PendingMutation[] = [];
  const mutationFn = (variables: string) =>
    new Promise<string>((resolve, reject) => {
      sent.push(variables);
      pending.push({ resolve: resolve, reject: reject });
    });
  const client = new QueryClient();
  const { result } = renderHook(() => useSingleFlight(useMutation({ mutationFn })), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    sent: sent,
    answering: pending,
    send: (...given: Parameters<typeof result.current>) => act(() => result.current(...given)),
  };
}

afterEach(cleanup);

describe('a mutation in single flight', () => {
  it('is sent once, however often it is asked for before its answer has come', async () => {
    const { sent, send } = renderSingleFlight();
    send('first');
    send('second');
    send('third');
    await waitFor(() => expect(sent).toEqual(['first']));
  });

  it.each([
    ['went well', ({ resolve: answer }: PendingMutation) => answer('done')],
    ['was refused', ({ reject: refuse }: PendingMutation) => refuse(new Error('No.'))],
  ])('may be sent again once it %s', async (_, end) => {
    const { sent, answering, send } = renderSingleFlight();
    const [onSuccess, onError] = [jest.fn(), jest.fn()];
    send('first', { onSuccess, onError });
    await waitFor(() => expect(answering).toHaveLength(1));
    end(answering[0]!);
    await waitFor(() => expect(onSuccess.mock.calls.length + onError.mock.calls.length).toBe(1));
    send('again');
    await waitFor(() => expect(sent).toEqual(['first', 'again']));
  });

  it('tells the caller what became of it', async () => {
    const { answering, send } = renderSingleFlight();
    const [onSuccess, onError] = [jest.fn(), jest.fn()];
    send('first', { onSuccess, onError });
    await waitFor(() => expect(answering).toHaveLength(1));
    answering[0]!.reject(new Error('No.'));
    await waitFor(() => expect(onError.mock.calls[0]).toEqual(expect.arrayContaining([new Error('No.'), 'first'])));
    expect(onSuccess).not.toHaveBeenCalled();
  });
});
