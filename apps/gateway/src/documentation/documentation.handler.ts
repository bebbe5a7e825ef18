import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { openApiDocument, operations } from '@shop/contracts/api';
import { BRAND } from '@shop/contracts/common';
import { createPageHeaders, setHeaders } from '../web/security-headers.js';
import { StaticFiles } from '../web/static-files.handler.js';

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
function findSwaggerFiles(): StaticFiles | undefined {
  try {
    return new StaticFiles(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')));
  } catch {
    return undefined;
  }
}

function sendText(req: IncomingMessage, res: ServerResponse, type: string, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  res.setHeader('etag', etag);
  res.setHeader('cache-control', 'no-cache');
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304).end();
    return;
  }
  res.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  res.end(req.method === 'HEAD' ? undefined : text);
}

/** Serves `/api/openapi.json` and, in development, Swagger UI at `/api/docs`. */
export class DocumentationHandler {
  private readonly files: StaticFiles | undefined;
  private document: string | undefined;

  constructor(
    environment: string,
    private readonly isHttps: boolean,
  ) {
    this.files = environment === 'production' ? undefined : findSwaggerFiles();
  }

  /** Returns false if the path is not one of the documentation's. */
  async handleRequest(req: IncomingMessage, res: ServerResponse, pathname: string): Promise<boolean> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    if (pathname === '/api/openapi.json') {
      sendText(
        req,
        res,
        'application/json; charset=utf-8',
        (this.document ??= JSON.stringify(openApiDocument(operations))),
      );
      return true;
    }
    if (!this.files || !pathname.startsWith('/api/docs')) return false;
    if (pathname === '/api/docs') {
      setHeaders(res, createPageHeaders(this.isHttps, [START]));
      sendText(req, res, 'text/html; charset=utf-8', PAGE);
      return true;
    }
    return this.files.serveFile(req, res, pathname.slice('/api/docs'.length));
  }
}
