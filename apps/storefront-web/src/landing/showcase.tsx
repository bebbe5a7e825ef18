import { Link } from 'react-router-dom';
import { PetImage } from '../pet-art/pet-image.js';
import {
  hoodie,
  kittenPhoto,
  petTag,
  phoneCase,
  shepherdPhoto,
  tshirt,
  yarnPhoto,
  type PetPicture,
} from '../pet-art/pictures.js';
import { SectionHeading } from './sections.js';

const PRODUCTS: readonly { title: string; text: string; picture: PetPicture; photo: PetPicture }[] = [
  { title: 'Hoodies', text: 'For cold walks', picture: hoodie, photo: shepherdPhoto },
  { title: 'Phone cases', text: 'Always at hand', picture: phoneCase, photo: yarnPhoto },
  { title: 'T-shirts', text: 'The everyday classic', picture: tshirt, photo: kittenPhoto },
  { title: 'Pet tags', text: 'For the star itself', picture: petTag, photo: kittenPhoto },
];

/** The product categories, each with the photo that its artwork was drawn from. */
export function Showcase() {
  return (
    <section aria-labelledby="showcase-heading" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-24">
      <SectionHeading
        id="showcase-heading"
        title="Wear it, carry it, clip it on"
        text="Every piece is printed to order, with the pet you know in the picture."
      />
      <ul className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-4">
        {PRODUCTS.map(({ title, text, picture, photo }) => (
          <li key={title}>
            <Link to="/products" className="group block rounded-card">
              <span className="relative block">
                <span className="block overflow-hidden rounded-card shadow-card">
                  <PetImage
                    picture={picture}
                    alt=""
                    sizes="(min-width: 64rem) 17rem, 45vw"
                    className="aspect-square w-full object-cover transition-transform duration-300 group-hover:scale-[1.04]"
                  />
                </span>
                <PetImage
                  picture={photo}
                  alt=""
                  sizes="5rem"
                  className="absolute -bottom-4 left-3 size-16 rounded-full border-4 border-background object-cover object-top shadow-card sm:left-4 sm:size-20"
                />
              </span>
              <span className="flex flex-col pt-6 pl-1">
                <span className="font-display text-xl leading-tight font-bold sm:text-2xl">{title}</span>
                <span className="text-muted-foreground">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
