import { Button } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { HeroPicture } from './hero-picture.js';

export function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-6xl gap-y-7 px-4 pt-7 pb-6 sm:px-6 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_34rem] lg:gap-x-16 lg:gap-y-8 lg:pt-14 lg:pb-12">
        <h1 className="font-display text-[2.6rem] leading-[0.98] font-extrabold tracking-tight sm:text-6xl lg:self-end xl:text-[4.9rem]">
          Your best friend, <span className="text-primary-text">as a work of art.</span>
        </h1>
        <HeroPicture className="mx-auto mb-9 w-full max-w-md self-center lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mb-4 lg:max-w-none" />
        <div className="flex flex-col items-start gap-7">
          <p className="max-w-xl text-lg text-pretty text-muted-foreground sm:text-xl">
            Upload a photo of your pet, choose a style, and wear the portrait: on{' '}
            <span className="whitespace-nowrap">T-shirts</span>, hoodies, phone cases and pet tags, printed just for
            you.
          </p>
          <div className="flex w-full flex-wrap gap-3">
            <Button asChild size="lg" className="max-sm:w-full">
              <Link to="/create">
                <Sparkles aria-hidden />
                Create Your Pet Art
              </Link>
            </Button>
            <Button asChild size="lg" variant="outline" className="max-sm:w-full">
              <Link to="/products">Browse Products</Link>
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}
