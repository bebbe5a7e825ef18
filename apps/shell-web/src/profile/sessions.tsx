import type { UserSession } from '@shop/contracts-identity';
import { endUserSession, listUserSessions } from '@shop/contracts-identity/routes';
import {
  api,
  ApiError,
  formatDate,
  formatFullDateTime,
  getErrorMessage,
  QueryContent,
  toast,
  UnexpectedResponseError,
  useSingleFlight,
} from '@shop/web-kit';
import { Button, Skeleton } from '@shop/web-ui';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

const sessionsQuery = queryOptions({
  queryKey: ['user-sessions'],
  queryFn: ({ signal }) => api.call(listUserSessions, { signal }),
});

/** A session that has ended in between is over, too. */
async function endSession(id: string): Promise<void> {
  try {
    await api.call(endUserSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** Another server may have only the calls of the specification. */
const isMissingCall = (error: Error | null): boolean =>
  error instanceof UnexpectedResponseError || (error instanceof ApiError && error.status === 404);

const getName = ({ browser }: UserSession): string => browser ?? 'An unknown browser';

/** `lastUsedOn` is a day without a zone. */
const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`);

function Session({ session }: { session: UserSession }) {
  const queryClient = useQueryClient();
  const nameId = useId();
  const buttonId = useId();
  const end = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => toast({ title: 'Session ended', description: `${getName(session)} is signed out.` }),
    onError: (error) =>
      toast({ title: 'The session could not be ended', description: getErrorMessage(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const endOnce = useSingleFlight(end);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0">
        <p id={nameId} className="font-semibold [overflow-wrap:anywhere]">
          {getName(session)}
        </p>
        <p className="text-sm text-muted-foreground">
          Signed in on {formatFullDateTime(session.signedInAt)} · last used on {formatDay(session.lastUsedOn)}
        </p>
      </div>
      {session.isCurrent ? (
        <p className="text-sm font-semibold">This browser</p>
      ) : (
        <Button
          id={buttonId}
          variant="outline"
          size="sm"
          aria-labelledby={`${buttonId} ${nameId}`}
          disabledFocusable={end.isPending}
          onClick={() => endOnce()}
        >
          {end.isPending ? 'Ending...' : 'End this one'}
        </Button>
      )}
    </li>
  );
}

/** Where the user is signed in, with a button that ends each other session. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  if (isMissingCall(query.error)) return null;
  return (
    <section className="py-5 first:pt-0 last:pb-0">
      <h3 className="text-lg font-bold">Where you are signed in</h3>
      <p className="mt-1 max-w-158 text-muted-foreground">
        End a session that you don’t know, and choose a new password then.
      </p>
      <QueryContent query={query} skeleton={<Skeleton className="mt-3 h-14" />}>
        {(sessions) => (
          <ul aria-label="Where you are signed in" className="mt-3 divide-y divide-border">
            {sessions.map((session) => (
              <Session key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryContent>
    </section>
  );
}
