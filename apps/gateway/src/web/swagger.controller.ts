import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { BRAND } from '@shop/contracts-common';
import { CONFIG } from '@shop/service-kit/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps, type Config } from '../config.js';
import { createNotFoundError } from '../gateway.errors.js';
import { getPathname } from '../requests/request-context.js';
import { createPageHeaders } from '../requests/security-headers.js';
import { createCachedResponse, HTML, sendCachedResponse, sendFile } from './web-responses.js';

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, defaultModelsExpandDepth: 0 });`;
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${BRAND} API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="api"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script>${START}</script>
</body>
</html>
`;

/** Swagger UI is a development dependency, so a production install does not have it. */
function findSwaggerFolders(): string[] {
  try {
    return [dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))];
  } catch {
    return [];
  }
}

/** Swagger UI, in development only. */
@Controller('api/docs')
export class SwaggerController {
  private readonly folders = findSwaggerFolders();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  async getPage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (this.folders.length === 0) throw createNotFoundError();
    createPageHeaders(isHttps(this.config), [START])(request.raw, reply.raw);
    await sendCachedResponse(request, reply, await createCachedResponse(PAGE, HTML));
  }

  @Get('*')
  async getFile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = getPathname(request.url).slice('/api/docs'.length);
    if (!(await sendFile(reply, path, this.folders))) throw createNotFoundError();
  }
}
