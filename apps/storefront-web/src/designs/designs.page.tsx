import type { DisplayedDesign } from '@shop/contracts-art';
import { checkSignIn } from '@shop/contracts-identity/routes';
import { formatShortDate, navigateToUrl, usePagedQuery, usePageRestore, usePageTitle, PagedList } from '@shop/web-kit';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  PageColumn,
  PageHeading,
  Picture,
  Skeleton,
  type BadgeVariant,
} from '@shop/web-ui';
import { Palette } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { AnotherStyleLink, DrawSameLink } from '../artwork-links.js';
import { ArtworkTools } from '../artwork-tools/artwork-tools.js';
import { customizePath } from '../paths.js';
import { formatStyleLabel } from '../pet-art/style-label.js';
import { useCanLoadOwnList, useIsAnonymous } from '../use-sign-in-state.js';
import { designsQuery } from './designs.queries.js';

/** Spec, section 4: completed is highlighted, failed is destructive, the others are neutral. */
const BADGES: ReadonlyMap<string, BadgeVariant> = new Map([
  ['completed', 'default'],
  ['failed', 'destructive'],
]);

function DesignCard({ design }: { design: DisplayedDesign }) {
  const { status, outputImage, outputImageId, petName, errorMessage } = design;
  const badge = BADGES.get(status) ?? 'outline';
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <div className="relative">
        <Picture
          src={outputImage?.url}
          alt={petName ? `Artwork of ${petName}` : 'Artwork'}
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 45vw, 92vw"
          className="aspect-square w-full bg-muted object-contain"
        />
        <Badge variant={badge} className={`absolute top-4 left-4 ${badge === 'outline' ? 'bg-card' : ''}`}>
          {status}
        </Badge>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-5">
        <h2 className="font-display text-xl font-bold">{formatStyleLabel(design.styleKey)}</h2>
        {petName && (
          <p className="font-semibold [overflow-wrap:anywhere]">
            <bdi>{petName}</bdi>
          </p>
        )}
        <p className="text-muted-foreground">
          <time dateTime={design.createdAt}>{formatShortDate(design.createdAt)}</time>
        </p>
        {status === 'failed' && errorMessage && <p className="text-destructive-text">{errorMessage}</p>}
        {design.isOfEarlierVersion && outputImageId && (
          <p className="mt-2 w-fit rounded-control bg-butter px-4">
            <DrawSameLink imageId={outputImageId} title={formatStyleLabel(design.styleKey)} />
          </p>
        )}
        {status === 'completed' && outputImage && outputImageId && (
          <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
            <Button asChild>
              <Link to={customizePath(outputImageId, outputImage.url)}>Create Product</Link>
            </Button>
            <AnotherStyleLink imageId={outputImageId} title={formatStyleLabel(design.styleKey)} />
            <div className="flex w-full flex-wrap gap-2">
              <ArtworkTools imageId={outputImageId} name={`the artwork in ${formatStyleLabel(design.styleKey)}`} />
            </div>
          </div>
        )}
      </div>
    </Card>
  );
}

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

const NoDesigns = () => (
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
        <PagedList query={designs} label="Designs" skeleton={<LoadingDesigns />} empty={<NoDesigns />}>
          {(pages) => (
            <ul className={GRID}>
              {pages.flat().map((design) => (
                <li key={design.id}>
                  <DesignCard design={design} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      )}
    </PageColumn>
  );
}
