import { CookieNotice, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, PageHeading } from '@shop/web-ui';
import { Palette, Shuffle } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ArtworkTools } from '../artwork-tools/artwork-tools.js';
import { HolidayNotice } from '../holiday-notice.js';
import { findWizardId, toEntryState } from '../wizard-draft.js';
import { DesignEditor } from './design-editor.js';

/** Links back to the wizard that generated this artwork. */
const VariationsLink = ({ wizardId }: { wizardId: string }) => (
  <Button asChild variant="outline" size="sm">
    <Link to="/create" state={toEntryState(wizardId)}>
      <Shuffle aria-hidden />
      Try another variation
    </Link>
  </Button>
);

export default function CustomizePage() {
  usePageTitle('Customize');
  const [query] = useSearchParams();
  const imageId = query.get('imageId');
  const imageUrl = query.get('imageUrl');
  const wizardId = useMemo(() => (imageId ? findWizardId(imageId) : null), [imageId]);

  return (
    <PageColumn>
      {imageId && imageUrl ? (
        <>
          <PageHeading
            actions={
              // One row on a phone, so that the product is visible without scrolling.
              <div
                data-strip=""
                className="flex flex-wrap gap-3 max-sm:-mx-4 max-sm:-my-1 max-sm:max-w-[100vw] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 [&>*]:shrink-0"
              >
                {wizardId && <VariationsLink wizardId={wizardId} />}
                <ArtworkTools imageId={imageId} canContinue />
              </div>
            }
          >
            Customize Your Product
          </PageHeading>
          <CookieNotice className="mb-6" />
          <HolidayNotice />
          <DesignEditor key={imageId} imageId={imageId} imageUrl={imageUrl} wizardId={wizardId} />
        </>
      ) : (
        <>
          <h1 className="sr-only">Customize Your Product</h1>
          <EmptyState
            icon={Palette}
            title="No design selected. Please generate artwork first."
            action={
              <Button asChild size="lg">
                <Link to="/create">Create Artwork</Link>
              </Button>
            }
          />
        </>
      )}
    </PageColumn>
  );
}
