/**
 * Condition on a row of `images`: an unfinished print job needs this photo, or its cut-outs, to paint its artwork at
 * print density.
 */
export const IS_PRINT_SOURCE = `EXISTS (
  SELECT FROM print_jobs job JOIN images artwork ON artwork.id = job.artwork_id
  WHERE job.file IS NULL AND job.status IN ('pending', 'processing')
    AND (artwork.metadata->>'sourceImageId' = images.id::text
      OR artwork.metadata->'furtherPets' @> jsonb_build_array(jsonb_build_object('imageId', images.id::text))))`;
