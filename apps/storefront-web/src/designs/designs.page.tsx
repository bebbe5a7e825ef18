import type { DisplayedDesign } from '@shop/contracts/art';
import { checkSignIn } from '@shop/contracts/routes';
import { navigateToUrl, PagedListFooter, usePagedQuery, usePageRestore, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { Palette } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { QueryContent } from '../query-content.js';
import { useIsAnonymous, useCanLoadOwnList } from '../use-sign-in-state.js';
import { designsQuery } from './designs.queries.js';
import { DesignCard } from './components/design-card.js';

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';

function LoadingDesigns() {
  return (
    <div role="status" aria-label="Loading your designs" className={GRID}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-96 rounded-card" />
      ))}
    </div>
  );
}

function DesignGrid({ designs, more }: { designs: readonly DisplayedDesign[]; more: ReactNode }) {
  if (designs.length === 0) {
    return (
      <EmptyState
        icon={Palette}
        title="No designs yet"
        text="Create your first AI pet artwork to see it here"
        action={
          <Button asChild size="lg">
            <Link to="/create">Create Your First Design</Link>
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={GRID}>
        {designs.map((design) => (
          <li key={design.id}>
            <DesignCard design={design} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

export default function DesignsPage() {
  usePageTitle('My Designs');
  const designs = usePagedQuery({ ...designsQuery, enabled: useCanLoadOwnList() });
  const isAnonymous = useIsAnonymous(designs);

  useEffect(() => {
    if (isAnonymous) navigateToUrl(checkSignIn.path);
  }, [isAnonymous]);

  usePageRestore(() => isAnonymous && navigateToUrl(checkSignIn.path));

  return (
    <PageColumn>
      <PageHeading>My Designs</PageHeading>
      {isAnonymous ? (
        <LoadingDesigns />
      ) : (
        <QueryContent query={designs} skeleton={<LoadingDesigns />}>
          {({ pages }) => (
            <DesignGrid
              designs={pages.flatMap(({ rows }) => rows)}
              more={<PagedListFooter query={designs} label="Designs" />}
            />
          )}
        </QueryContent>
      )}
    </PageColumn>
  );
}
