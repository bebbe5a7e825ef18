import { usePageTitle } from '@shop/web-kit';
import { Hero } from './hero.js';
import { Showcase } from './showcase.js';
import { Closing, Reasons, Steps } from './sections.js';
import { StyleGallery } from './style-gallery.js';

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
