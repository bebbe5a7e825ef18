/** What a service that starts waits for. Its `/readyz` says so. */
export class StartProgress {
  /** A sentence for the operator, without the service's name. */
  waitsFor = 'The service starts';
}
