import { Button } from '@shop/web-ui';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { customizePath } from './paths.js';
import { findWizardId, toCopyState } from './wizard-draft.js';

/** The wizard with the same pets, for an artwork that was drawn in this tab: the shop gives no photo to a link. */
export function AnotherStyleLink({ imageId, title }: { imageId: string; title: string }) {
  const wizardId = useMemo(() => findWizardId(imageId), [imageId]);
  return (
    wizardId && (
      <Button asChild variant="link" size="sm" className="px-0">
        <Link to="/create" state={toCopyState(wizardId)}>
          Same pet, another style<span className="sr-only">, as on {title}</span>
        </Link>
      </Button>
    )
  );
}

interface Props {
  imageId: string | null;
  imageUrl: string | undefined;
  /** Names the line. */
  title: string;
}

/** What else can be made of the artwork of a line, in one step. */
export function ArtworkLinks({ imageId, imageUrl, title }: Props) {
  if (!imageId || !imageUrl) return null;
  return (
    <div className="-my-1 flex flex-wrap gap-x-4">
      <Button asChild variant="link" size="sm" className="px-0">
        <Link to={customizePath(imageId, imageUrl)}>
          Put it on another product<span className="sr-only">, as on {title}</span>
        </Link>
      </Button>
      <AnotherStyleLink imageId={imageId} title={title} />
    </div>
  );
}
