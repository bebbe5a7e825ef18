import type { Operation } from '@shop/contracts-common/docs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const escapePointer = (part: string): string =>
  part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

/** Checks answers of a running shop against its OpenAPI document. */
export class ApiDocument {
  private readonly ajv: Ajv2020;

  constructor(document: object) {
    // Not strict, as the document also has keywords of OpenAPI.
    this.ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
  }

  /** Schema errors of an answer; empty if it is valid. */
  findSchemaErrors({ method, path }: Operation, status: number, type: string, body: unknown): string[] {
    const pointer = [
      'paths',
      path.replaceAll(/:(\w+)/g, '{$1}'),
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type.split(';')[0] ?? '',
      'schema',
    ];
    const validate = this.ajv.getSchema(`openapi#/${pointer.map(escapePointer).join('/')}`) as
      ValidateFunction | undefined;
    if (!validate) return [`${status} with ${type} is not documented`];
    if (validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the answer'} ${message}`);
  }
}
