import type { DisplayedDesign } from '@shop/contracts/art';
import { formatShortDate } from '@shop/web-kit';
import { Badge, Button, Card, Picture, type BadgeVariant } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { customizePath } from '../../paths.js';

/** Spec, section 4: completed is highlighted, failed is destructive, the others are neutral. */
const BADGES: ReadonlyMap<string, BadgeVariant> = new Map([
  ['completed', 'default'],
  ['failed', 'destructive'],
]);

const formatStyleLabel = (styleKey: string): string => `${styleKey.replaceAll('-', ' ')} Style`;

export function DesignCard({ design }: { design: DisplayedDesign }) {
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
        {status === 'completed' && outputImage && outputImageId && (
          <div className="mt-auto pt-4">
            <Button asChild>
              <Link to={customizePath(outputImageId, outputImage.url)}>Create Product</Link>
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
