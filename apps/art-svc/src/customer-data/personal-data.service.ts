import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Caller, type PersonalDataFile, toJsonFile } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { cutOutKey, originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';
import { getOwnerIds } from '../images/images.repository.js';
import { ATTACHED_PHOTOS } from './erasures.repository.js';

const PAGE_SIZE = 200;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const FOLDERS = { upload: 'photos', artwork: 'artworks', mockup: 'mockups', 'print-view': 'prints' } as const;

interface OwnImage {
  id: string;
  type: keyof typeof FOLDERS;
  mimeType: ImageMimeType;
  widthPx: number;
  heightPx: number;
  createdAt: Date;
}

interface OwnCutOut {
  id: string;
  photoId: string;
  widthPx: number;
  heightPx: number;
  createdAt: Date;
}

interface OwnDesign {
  id: string;
}

/** Lists all data that art-svc stores of a customer: designs with their results, and the pictures themselves. */
@Injectable()
export class PersonalDataService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
  ) {}

  async *listFiles(caller: Caller): AsyncGenerator<PersonalDataFile> {
    const { userId, guestId } = getOwnerIds(caller);
    const designs: OwnDesign[] = [];
    for await (const design of readPages<OwnDesign>((after) =>
      this.dataSource.query(SELECT_DESIGNS, [userId, guestId, after]),
    ))
      designs.push(design);
    yield toJsonFile('designs.json', designs);
    const pictures: object[] = [];
    for await (const cutOut of readPages<OwnCutOut>((after) =>
      this.dataSource.query(SELECT_CUT_OUTS, [userId, guestId, after]),
    )) {
      const file = await this.openFile(cutOutKey(cutOut.id), `cut-outs/${cutOut.id}.png`);
      if (file) yield file;
      pictures.push({ ...cutOut, kind: 'cut-out', file: file?.name ?? null });
    }
    for await (const image of readPages<OwnImage>((after) =>
      this.dataSource.query(SELECT_IMAGES, [userId, guestId, after]),
    )) {
      const { id, type, mimeType, widthPx, heightPx, createdAt } = image;
      const name = `${FOLDERS[type]}/${id}.${mimeType === 'image/png' ? 'png' : 'jpg'}`;
      const file = await this.openFile(originalKey(id, mimeType), name);
      if (file) yield file;
      // A picture whose file is lost is listed too, so that the archive does not look complete without it.
      pictures.push({
        id,
        kind: type === 'upload' ? 'photo' : type,
        widthPx,
        heightPx,
        createdAt,
        file: file?.name ?? null,
      });
    }
    yield toJsonFile('pictures.json', pictures);
  }

  private async openFile(key: string, name: string): Promise<PersonalDataFile | null> {
    const file = await this.store.open(key);
    return file && { name, body: file.stream, size: file.sizeBytes };
  }
}

const SELECT_DESIGNS = `
  SELECT id, style_key AS "styleKey", pet_name AS "petName", prompt, variation, print_shape AS "printShape", status, error_message AS "errorMessage",
    input_image_id AS "photoId", cut_out_id AS "cutOutId", background,
    (SELECT coalesce(json_agg(json_build_object('photoId', pet.image_id, 'cutOutId', pet.cut_out_id) ORDER BY pet.position), '[]')
     FROM ai_job_pets pet WHERE pet.job_id = ai_jobs.id) AS "furtherPets",
    (SELECT coalesce(json_agg(link.created_at ORDER BY link.created_at), '[]') FROM share_links link WHERE link.image_id = output_image_id) AS "sharedAt",
    output_image_id AS "artworkId", created_at AS "createdAt", completed_at AS "completedAt"
  FROM ai_jobs WHERE owner_id IN ($1, $2) AND id > $3 ORDER BY id LIMIT ${PAGE_SIZE}`;

const SELECT_CUT_OUTS = `
  SELECT cut_out.id, cut_out.image_id AS "photoId", cut_out.width_px AS "widthPx", cut_out.height_px AS "heightPx", cut_out.created_at AS "createdAt"
  FROM cut_outs cut_out JOIN images photo ON photo.id = cut_out.image_id
  WHERE (photo.user_id = $1 OR photo.guest_id = $2) AND cut_out.id > $3 ORDER BY cut_out.id LIMIT ${PAGE_SIZE}`;

const SELECT_IMAGES = `
  SELECT id, type, mime_type AS "mimeType", width_px AS "widthPx", height_px AS "heightPx", created_at AS "createdAt"
  FROM images
  WHERE id IN (SELECT id FROM images WHERE user_id = $1 OR guest_id = $2 UNION ${ATTACHED_PHOTOS}) AND type <> 'product' AND id > $3 ORDER BY id LIMIT ${PAGE_SIZE}`;

async function* readPages<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): AsyncGenerator<Row> {
  let page: Row[] = [];
  let after = FIRST_ID;
  do {
    page = await read(after);
    yield* page;
    after = page.at(-1)?.id ?? after;
  } while (page.length === PAGE_SIZE);
}
