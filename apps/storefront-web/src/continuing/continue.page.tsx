import { openContinueLink } from '@shop/contracts-art/routes';
import { api, ApiError, CookieNotice, getErrorMessage, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, Spinner } from '@shop/web-ui';
import { useMutation } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { customizePath } from '../paths.js';

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
  const isEnded = opening.error instanceof ApiError && opening.error.status === 404;

  return (
    <PageColumn>
      <h1 className="sr-only">Continue on this device</h1>
      <CookieNotice className="mb-6" />
      {token && (!opening.error || opening.isPending) ? (
        <EmptyState
          icon={MonitorSmartphone}
          title="Continue on this device"
          text="Your artwork opens here. The link works once."
          action={
            <Button size="lg" disabledFocusable={opening.isPending} onClick={() => opening.mutate(token)}>
              {opening.isPending && <Spinner />}
              {opening.isPending ? 'Opening...' : 'Open my artwork'}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={MonitorSmartphone}
          title="Your artwork could not be opened"
          text={opening.error ? getErrorMessage(opening.error) : 'This link is not complete. Please copy all of it.'}
          action={
            <div className="flex flex-wrap justify-center gap-3">
              {token && !isEnded && <Button onClick={() => opening.mutate(token)}>Try again</Button>}
              <Button asChild variant="outline">
                <Link to="/create">Create Your Pet Art</Link>
              </Button>
            </div>
          }
        />
      )}
    </PageColumn>
  );
}
