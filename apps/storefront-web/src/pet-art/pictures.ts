/** Written by `npm run pictures`; tools/dev/pictures/plan.ts describes the pictures. */
export interface PetPicture {
  /** Size of the largest copy, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Narrowest first. */
  readonly copies: readonly (readonly [address: string, widthPx: number])[];
}

export const kittenPhoto: PetPicture = {
  width: 640,
  height: 640,
  copies: [
    [new URL('./pictures/kitten-photo-320.avif', import.meta.url).href, 320],
    [new URL('./pictures/kitten-photo-640.avif', import.meta.url).href, 640],
  ],
};

export const shepherdPhoto: PetPicture = {
  width: 160,
  height: 199,
  copies: [[new URL('./pictures/shepherd-photo-160.avif', import.meta.url).href, 160]],
};

export const yarnPhoto: PetPicture = {
  width: 160,
  height: 200,
  copies: [[new URL('./pictures/yarn-photo-160.avif', import.meta.url).href, 160]],
};

export const kittenCyberpunk: PetPicture = {
  width: 560,
  height: 514,
  copies: [
    [new URL('./pictures/kitten-cyberpunk-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/kitten-cyberpunk-560.avif', import.meta.url).href, 560],
  ],
};

export const kittenModern: PetPicture = {
  width: 560,
  height: 514,
  copies: [
    [new URL('./pictures/kitten-modern-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/kitten-modern-560.avif', import.meta.url).href, 560],
  ],
};

export const kittenMinimalistic: PetPicture = {
  width: 560,
  height: 514,
  copies: [
    [new URL('./pictures/kitten-minimalistic-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/kitten-minimalistic-560.avif', import.meta.url).href, 560],
  ],
};

export const kittenAbstract: PetPicture = {
  width: 560,
  height: 514,
  copies: [
    [new URL('./pictures/kitten-abstract-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/kitten-abstract-560.avif', import.meta.url).href, 560],
  ],
};

export const shepherdModern: PetPicture = {
  width: 300,
  height: 350,
  copies: [
    [new URL('./pictures/shepherd-modern-160.avif', import.meta.url).href, 160],
    [new URL('./pictures/shepherd-modern-300.avif', import.meta.url).href, 300],
  ],
};

export const yarnCyberpunk: PetPicture = {
  width: 300,
  height: 350,
  copies: [
    [new URL('./pictures/yarn-cyberpunk-160.avif', import.meta.url).href, 160],
    [new URL('./pictures/yarn-cyberpunk-300.avif', import.meta.url).href, 300],
  ],
};

export const tshirt: PetPicture = {
  width: 1080,
  height: 1024,
  copies: [
    [new URL('./pictures/tshirt-480.avif', import.meta.url).href, 480],
    [new URL('./pictures/tshirt-720.avif', import.meta.url).href, 720],
    [new URL('./pictures/tshirt-1080.avif', import.meta.url).href, 1080],
  ],
};

export const longSleeve: PetPicture = {
  width: 700,
  height: 525,
  copies: [
    [new URL('./pictures/long-sleeve-380.avif', import.meta.url).href, 380],
    [new URL('./pictures/long-sleeve-700.avif', import.meta.url).href, 700],
  ],
};

export const hoodie: PetPicture = {
  width: 560,
  height: 560,
  copies: [
    [new URL('./pictures/hoodie-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/hoodie-560.avif', import.meta.url).href, 560],
  ],
};

export const phoneCase: PetPicture = {
  width: 560,
  height: 560,
  copies: [
    [new URL('./pictures/phone-case-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/phone-case-560.avif', import.meta.url).href, 560],
  ],
};

export const petTag: PetPicture = {
  width: 560,
  height: 560,
  copies: [
    [new URL('./pictures/pet-tag-340.avif', import.meta.url).href, 340],
    [new URL('./pictures/pet-tag-560.avif', import.meta.url).href, 560],
  ],
};
