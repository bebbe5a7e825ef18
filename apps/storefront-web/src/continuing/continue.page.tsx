import { openContinueLink } from '@shop/contracts-art/routes';
import { api, ApiError, CookieNotice, getErrorMessage, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, Spinner } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { customizePath } from '../paths.js';

const FAILED = 'Your artwork could not be opened';

function getLabel({ isPending, error }: { isPending: boolean; error: Error | null }): string {
  if (isPending) return 'Opening...';
  return error ? 'Try again' : 'Open my artwork';
}

const CreateYourOwn = () => (
  <Button asChild size="lg" variant="outline">
    <Link to="/create">Create Your Pet Art</Link>
  </Button>
);

/**
 * Opens the design of an email's link. By a button: programs that check emails open links too, and this one works once.
 */
export default function ContinuePage() {
  usePageTitle('Continue');
  const [query] = useSearchParams();
  const token = query.get('token');
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: (given: string) => api.call(openContinueLink, { body: { token: given } }),
    onSuccess: ({ imageId, imageUrl }) => navigate(customizePath(imageId, imageUrl), { replace: true }),
  });
  const { error } = opening;
  const isEnded = error instanceof ApiError && error.status === 404;

  return (
    <PageColumn>
      <h1 className="sr-only">Continue on this device</h1>
      <CookieNotice className="mb-6" />
      {token ? (
        <EmptyState
          icon={MonitorSmartphone}
          title={error ? FAILED : 'Continue on this device'}
          text={error ? getErrorMessage(error) : 'Your artwork opens here. The link works once.'}
          isOutcome={error !== null}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {/* One button for both states: a second press leaves the focus on it. */}
              {!isEnded && (
                <Button size="lg" disabledFocusable={opening.isPending} onClick={() => opening.mutate(token)}>
                  {opening.isPending && <Spinner />}
                  {getLabel(opening)}
                </Button>
              )}
              {error && <CreateYourOwn />}
            </div>
          }
        />
      ) : (
        <EmptyState
          icon={MonitorSmartphone}
          title={FAILED}
          text="This link is not complete. Please copy all of it."
          action={<CreateYourOwn />}
        />
      )}
    </PageColumn>
  );
}
