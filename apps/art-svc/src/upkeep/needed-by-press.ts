/** Of a row of `images`: the photo of an artwork whose print file is still to be made, which is painted from it. */
export const NEEDED_BY_PRESS = `EXISTS (
  SELECT FROM print_jobs job JOIN images artwork ON artwork.id = job.artwork_id
  WHERE job.file IS NULL AND job.status IN ('pending', 'processing') AND artwork.metadata->>'sourceImageId' = images.id::text)`;
