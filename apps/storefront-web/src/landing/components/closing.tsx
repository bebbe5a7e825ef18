import { Button } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { PetImage } from '../../pet-art/pet-image.js';
import { kittenMinimalistic, shepherdModern, yarnCyberpunk } from '../../pet-art/pictures.js';

const PORTRAIT = 'aspect-[4/5] w-24 rounded-control border-4 border-deep-foreground object-cover shadow-float sm:w-40';
const SIZES = '(min-width: 40rem) 10rem, 6rem';

export function Closing() {
  return (
    <section aria-labelledby="closing-heading" className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 sm:pb-24">
      <div className="flex flex-col items-center gap-8 overflow-hidden rounded-card bg-deep px-6 py-14 text-center text-deep-foreground sm:px-10 sm:py-20">
        <div aria-hidden className="flex justify-center">
          <PetImage picture={yarnCyberpunk} alt="" sizes={SIZES} className={`${PORTRAIT} -rotate-6`} />
          <PetImage
            picture={shepherdModern}
            alt=""
            sizes={SIZES}
            className={`${PORTRAIT} relative z-10 -mx-3 -translate-y-3`}
          />
          <PetImage picture={kittenMinimalistic} alt="" sizes={SIZES} className={`${PORTRAIT} rotate-6`} />
        </div>
        <h2
          id="closing-heading"
          className="max-w-2xl font-display text-4xl leading-[1.02] font-extrabold tracking-tight sm:text-5xl lg:text-6xl"
        >
          Somebody is waiting to be famous
        </h2>
        <p className="max-w-lg text-lg text-deep-muted">It starts with the photo that is already on your phone.</p>
        <Button asChild size="lg">
          <Link to="/create">Start Creating Now</Link>
        </Button>
      </div>
    </section>
  );
}
