import { Button } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { AbstractPet } from '../../pet-art/abstract-pet.js';
import { CyberpunkPet } from '../../pet-art/cyberpunk-pet.js';
import { ModernPet } from '../../pet-art/modern-pet.js';

const PORTRAIT = 'aspect-square w-24 rounded-card border-4 border-deep-foreground shadow-float sm:w-36';

export function Closing() {
  return (
    <section aria-labelledby="closing-heading" className="mx-auto max-w-6xl px-4 pb-16 sm:px-6 sm:pb-24">
      <div className="flex flex-col items-center gap-8 overflow-hidden rounded-card bg-deep px-6 py-14 text-center text-deep-foreground sm:px-10 sm:py-20">
        <div aria-hidden className="flex justify-center">
          <AbstractPet className={`${PORTRAIT} -rotate-6`} />
          <ModernPet className={`${PORTRAIT} relative z-10 -mx-3 -translate-y-3`} />
          <CyberpunkPet className={`${PORTRAIT} rotate-6`} />
        </div>
        <h2 id="closing-heading" className="font-display text-4xl font-extrabold tracking-tight sm:text-5xl">
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
