import { Button, Picture } from '@shop/web-ui';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { customizePath } from '../../paths.js';

/** Spec, section 9: the artwork is seen for this long before the browser moves on. */
const MOVE_ON_MS = 2_000;

interface Props {
  imageId: string;
  imageUrl: string;
  petName: string;
}

/** The finished artwork; then on to /customize, unless the page is left before (D31b). */
export function CompleteView({ imageId, imageUrl, petName }: Props) {
  const navigate = useNavigate();
  const next = customizePath(imageId, imageUrl);

  useEffect(() => {
    const timer = setTimeout(() => void navigate(next), MOVE_ON_MS);
    return () => clearTimeout(timer);
  }, [navigate, next]);

  return (
    <section aria-labelledby="complete-heading" className="mx-auto flex max-w-xl flex-col items-center gap-6 text-center">
      <h2 id="complete-heading" className="font-display text-3xl font-bold">
        {petName ? `Say hello to ${petName}` : 'Here is your artwork'}
      </h2>
      <Picture src={imageUrl} alt="Your artwork" sizes="(min-width: 40rem) 36rem, 92vw" loading="eager" className="max-h-[65dvh] w-auto max-w-full rounded-card shadow-float" />
      <p className="text-muted-foreground">Taking you to your products…</p>
      <Button asChild variant="outline">
        <Link to={next}>Choose a product now</Link>
      </Button>
    </section>
  );
}
