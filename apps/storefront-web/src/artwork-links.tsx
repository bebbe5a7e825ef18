import { Button } from '@shop/web-ui';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { customizePath, drawAgainPath, drawSamePath } from './paths.js';
import { findWizardId, toCopyState } from './wizard-draft.js';

/** Tells the links of several lines apart. */
const LineTitle = ({ title }: { title: string }) => (
  <span className="sr-only">
    , as on <bdi>{title}</bdi>
  </span>
);

/** The wizard with the same pets: the one of this tab that has drawn the artwork, else the server says what it was drawn from. */
export function AnotherStyleLink({ imageId, title }: { imageId: string; title: string }) {
  const wizardId = useMemo(() => findWizardId(imageId), [imageId]);
  const target = wizardId ? { to: '/create', state: toCopyState(wizardId) } : { to: drawAgainPath(imageId) };
  return (
    <Button asChild variant="link" size="sm" className="px-0">
      <Link {...target}>
        Same pet, another style
        <LineTitle title={title} />
      </Link>
    </Button>
  );
}

interface DrawSameLinkProps {
  imageId: string;
  /** Names the line; absent where the page is about one artwork. */
  title?: string;
}

/** For an artwork of an earlier version, whose print would be enlarged from its file. */
export const DrawSameLink = ({ imageId, title }: DrawSameLinkProps) => (
  <Button asChild variant="link" size="sm" className="px-0 text-tint-foreground">
    <Link to={drawSamePath(imageId)}>
      Draw again for a sharp print
      {title !== undefined && <LineTitle title={title} />}
    </Link>
  </Button>
);

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
          Put it on another product
          <LineTitle title={title} />
        </Link>
      </Button>
      <AnotherStyleLink imageId={imageId} title={title} />
    </div>
  );
}
