import { ErrorState, PageSkeleton } from '@shop/web-ui';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { getErrorMessage } from '../api/api-error.js';
import { toast } from '../toasts/toast-store.js';
import { lazyPage } from '../remote/remote-boundary.js';
import { clearAdminPlace, storeAdminPlace } from './admin-place.js';
import { isAdminWithoutCode, useCurrentUser } from './current-user.js';

const SecondFactorPage = lazyPage(() => import('./second-factor.page.js'));

/** Spec, section 6: how long the toast is visible before the redirect. */
const REDIRECT_MS = 500;

/** Forgets where an earlier visit ended. */
function Admitted({ children }: { children: ReactNode }) {
  useEffect(clearAdminPlace, []);
  return children;
}

function RedirectToHome() {
  const navigate = useNavigate();
  useEffect(() => {
    storeAdminPlace();
    toast({ title: 'Unauthorized', description: 'Admin access required', variant: 'destructive' });
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <PageSkeleton />;
}

/**
 * Renders its children, and so runs their queries and lazy imports, for admins only. Anonymous counts as non-admin; an admin without a code is asked
 * for one.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const { user, isLoading, error, refetch } = useCurrentUser();
  if (isLoading) return <PageSkeleton />;
  if (error) return <ErrorState asHeading="h1" className="my-16" message={getErrorMessage(error)} onRetry={refetch} />;
  if (isAdminWithoutCode(user)) return <SecondFactorPage />;
  if (user?.role !== 'admin') return <RedirectToHome />;
  return <Admitted>{children}</Admitted>;
}
