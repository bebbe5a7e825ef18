import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';

const SCRIPT_FOLDER = join(import.meta.dirname, 'script');
const FILE_NAME = /^[a-z-]+(?:\.rules)?\.js$/;

/** The modules of the browser's script, as they were compiled. The page imports `/sandbox/stripe.js`. */
@Controller('sandbox')
export class BrowserController {
  @Get(':file')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'no-cache')
  async getScript(@Param('file') file: string): Promise<string> {
    if (!FILE_NAME.test(file)) throw new NotFoundException();
    try {
      return await readFile(join(SCRIPT_FOLDER, file), 'utf8');
    } catch {
      throw new NotFoundException();
    }
  }
}
