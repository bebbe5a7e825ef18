import { usePageTitle } from '@shop/web-kit';
import { Closing } from './components/closing.js';
import { Hero } from './components/hero.js';
import { Reasons } from './components/reasons.js';
import { Showcase } from './components/showcase.js';
import { Steps } from './components/steps.js';
import { StyleGallery } from './components/style-gallery.js';

export default function LandingPage() {
  usePageTitle('');
  return (
    <>
      <Hero />
      <Steps />
      <StyleGallery />
      <Showcase />
      <Reasons />
      <Closing />
    </>
  );
}
