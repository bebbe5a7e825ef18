import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { jsonFile, type Caller, type PersonalFile } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { originalKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import type { ImageMimeType } from '../images/image.entity.js';
import { ownIds } from '../images/ownership.js';

const PAGE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const FOLDER_OF = { upload: 'photos', artwork: 'artworks', mockup: 'mockups', 'print-view': 'prints' } as const;

interface OwnImage {
  id: string;
  type: keyof typeof FOLDER_OF;
  mimeType: ImageMimeType;
  widthPx: number;
  heightPx: number;
  createdAt: Date;
}

interface OwnDesign {
  id: string;
}

/** All that art-svc keeps of somebody: what was asked for and what became of it, and the pictures themselves. */
@Injectable()
export class PersonalPictures {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly store: ImageStore,
  ) {}

  async *filesOf(caller: Caller): AsyncGenerator<PersonalFile> {
    const { userId, guestId } = ownIds(caller);
    const designs: OwnDesign[] = [];
    for await (const design of pages<OwnDesign>((after) => this.dataSource.query(DESIGNS, [userId, guestId, after])))
      designs.push(design);
    yield jsonFile('designs.json', designs);
    const told: object[] = [];
    for await (const image of pages<OwnImage>((after) => this.dataSource.query(IMAGES, [userId, guestId, after]))) {
      const file = await this.fileOf(image);
      if (file) yield file;
      const { id, type, widthPx, heightPx, createdAt } = image;
      // A picture without its file is named all the same: nobody takes the rest for the whole.
      told.push({
        id,
        kind: type === 'upload' ? 'photo' : type,
        widthPx,
        heightPx,
        createdAt,
        file: file?.name ?? null,
      });
    }
    yield jsonFile('pictures.json', told);
  }

  private async fileOf({ id, type, mimeType }: OwnImage): Promise<PersonalFile | null> {
    const found = await this.store.open(originalKey(id, mimeType));
    return (
      found && {
        name: `${FOLDER_OF[type]}/${id}.${mimeType === 'image/png' ? 'png' : 'jpg'}`,
        body: found.stream,
        size: found.sizeBytes,
      }
    );
  }
}

const DESIGNS = `
  SELECT id, style_key AS "styleKey", pet_name AS "petName", prompt, variation, print_shape AS "printShape", status, error_message AS "errorMessage",
    input_image_id AS "photoId", output_image_id AS "artworkId", created_at AS "createdAt", completed_at AS "completedAt"
  FROM ai_jobs WHERE (user_id = $1 OR guest_id = $2) AND id > $3 ORDER BY id LIMIT ${PAGE}`;

const IMAGES = `
  SELECT id, type, mime_type AS "mimeType", width_px AS "widthPx", height_px AS "heightPx", created_at AS "createdAt"
  FROM images WHERE (user_id = $1 OR guest_id = $2) AND type <> 'product' AND id > $3 ORDER BY id LIMIT ${PAGE}`;

async function* pages<Row extends { id: string }>(read: (after: string) => Promise<Row[]>): AsyncGenerator<Row> {
  let page: Row[] = [];
  let after = FIRST_ID;
  do {
    page = await read(after);
    yield* page;
    after = page.at(-1)?.id ?? after;
  } while (page.length === PAGE);
}
