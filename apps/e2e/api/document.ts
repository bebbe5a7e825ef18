import type { Operation } from '@shop/contracts/api';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const escape = (part: string): string =>
  part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

/** The OpenAPI document that a running shop answers with, which its answers are checked against. */
export class ApiDocument {
  private readonly ajv: Ajv2020;

  constructor(document: object) {
    // The document has keywords of OpenAPI beside those of JSON Schema.
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  /** What is wrong with an answer; nothing where all is well. */
  faultsOf({ method, path }: Operation, status: number, type: string, body: unknown): string[] {
    const place = [
      'paths',
      path.replaceAll(/:(\w+)/g, '{$1}'),
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type.split(';')[0] ?? '',
      'schema',
    ];
    const validate = this.ajv.getSchema(`openapi#/${place.map(escape).join('/')}`) as ValidateFunction | undefined;
    if (!validate) return [`${status} with ${type} is not documented`];
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the answer'} ${message}`);
  }
}
