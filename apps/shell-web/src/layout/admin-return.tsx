import { readAdminPlace, useCurrentUser } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';

/** After a sign-in that the admin's pages demanded: the landing page leads back to where the admin was. */
export function AdminReturn() {
  const { pathname } = useLocation();
  const { user } = useCurrentUser();
  const place = pathname === '/' && user?.role === 'admin' ? readAdminPlace() : null;
  if (place === null) return null;
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-6">
      <Button asChild variant="outline" size="sm">
        <Link to={place}>
          <ArrowLeft aria-hidden />
          Back to the admin
        </Link>
      </Button>
    </div>
  );
}
