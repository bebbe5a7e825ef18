import { CookieNotice, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, PageHeading } from '@shop/web-ui';
import { Palette, Shuffle } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { HolidayNotice } from '../holiday-notice.js';
import { hasWizardDraftFor, restoreWizardDraft } from '../wizard-draft.js';
import { DesignEditor } from './design-editor.js';

/** Links back to the wizard that generated this artwork. */
const VariationsLink = () => (
  <Button asChild variant="outline" size="sm">
    <Link to="/create" onClick={restoreWizardDraft}>
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

  return (
    <PageColumn>
      {imageId && imageUrl ? (
        <>
          <PageHeading actions={hasWizardDraftFor(imageId) && <VariationsLink />}>Customize Your Product</PageHeading>
          <CookieNotice className="mb-6" />
          <HolidayNotice />
          <DesignEditor key={imageId} imageId={imageId} imageUrl={imageUrl} />
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
