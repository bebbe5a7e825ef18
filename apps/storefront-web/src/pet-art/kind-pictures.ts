/** The landing page's pictures of each kind of product, with the photo that the artwork was drawn from. */
import type { ProductCategory } from '@shop/contracts-catalog/kinds';
import {
  hoodie,
  kittenPhoto,
  petTag,
  phoneCase,
  shepherdPhoto,
  tshirt,
  yarnPhoto,
  type PetPicture,
} from './pictures.js';

export const KIND_PICTURES: Readonly<Partial<Record<ProductCategory, { picture: PetPicture; photo: PetPicture }>>> = {
  hoodie: { picture: hoodie, photo: shepherdPhoto },
  'phone-case': { picture: phoneCase, photo: yarnPhoto },
  tshirt: { picture: tshirt, photo: kittenPhoto },
  'pet-tag': { picture: petTag, photo: kittenPhoto },
};
