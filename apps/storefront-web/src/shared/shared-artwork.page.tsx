import { getSharedArtwork } from '@shop/contracts-art/routes';
import { api, ApiError, QueryContent, usePageTitle } from '@shop/web-kit';
import { Button, EmptyState, PageColumn, PageHeading, Skeleton } from '@shop/web-ui';
import { useQuery } from '@tanstack/react-query';
import { ImageOff, Sparkles } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { formatStyleLabel } from '../pet-art/style-label.js';

const CreateYourOwn = () => (
  <Button asChild size="lg">
    <Link to="/create">
      <Sparkles aria-hidden />
      Create Your Pet Art
    </Link>
  </Button>
);

/** The artwork of a share link, for everybody who has the link. */
export default function SharedArtworkPage() {
  usePageTitle('Artwork');
  const { token = '' } = useParams();
  const artwork = useQuery({
    queryKey: ['shared artwork', token],
    queryFn: ({ signal }) => api.call(getSharedArtwork, { params: { token }, signal }),
    retry: false,
  });
  const isEnded = artwork.error instanceof ApiError && artwork.error.status === 404;

  return (
    <PageColumn className="max-w-4xl">
      {!artwork.data && <h1 className="sr-only">Artwork</h1>}
      {isEnded ? (
        <EmptyState
          icon={ImageOff}
          title="This link has ended"
          text="Ask the person who sent it for a new link."
          action={<CreateYourOwn />}
        />
      ) : (
        <QueryContent
          query={artwork}
          skeleton={
            <div role="status" aria-label="Loading the artwork">
              <Skeleton className="h-160 rounded-card" />
            </div>
          }
        >
          {({ petName, styleKey, picture: { url, width, height } }) => (
            <div className="flex flex-col items-center gap-8 text-center">
              <div className="[&>*]:mb-0">
                <PageHeading description={formatStyleLabel(styleKey)}>
                  {petName ? (
                    <>
                      Say hello to <bdi>{petName}</bdi>
                    </>
                  ) : (
                    'A pet as a work of art'
                  )}
                </PageHeading>
              </div>
              <img
                src={url}
                width={width}
                height={height}
                alt={petName ? `Artwork of ${petName}` : 'Artwork'}
                className="h-auto max-h-[75dvh] w-auto max-w-full rounded-card shadow-float"
              />
              <div className="flex flex-col items-center gap-4">
                <p className="max-w-md text-lg text-pretty text-muted-foreground">
                  Drawn from one photo. Upload yours, choose a style, and see your own pet on a T-shirt, a hoodie or a
                  phone case.
                </p>
                <CreateYourOwn />
              </div>
            </div>
          )}
        </QueryContent>
      )}
    </PageColumn>
  );
}
