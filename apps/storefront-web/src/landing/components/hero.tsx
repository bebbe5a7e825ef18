import { Button } from '@shop/web-ui';
import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { HeroPicture } from './hero-picture.js';

export function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 pt-10 pb-16 sm:px-6 lg:grid-cols-[1.05fr_1fr] lg:gap-8 lg:pt-14 lg:pb-14">
        <div className="flex flex-col items-start gap-6">
          <h1 className="font-display text-5xl leading-[1.02] font-extrabold tracking-tight sm:text-6xl lg:text-7xl">
            Your best friend, <span className="text-primary-text">as a work of art.</span>
          </h1>
          <p className="max-w-xl text-xl text-pretty text-muted-foreground">
            Upload a photo of your pet, choose a style, and wear the portrait: on T-shirts, hoodies, phone cases and pet tags, printed just for you.
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
        <HeroPicture className="mx-auto h-auto w-full max-w-lg lg:max-w-none" />
      </div>
    </section>
  );
}
