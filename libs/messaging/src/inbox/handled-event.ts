import type { MessageHandler } from '@nestjs/microservices';
import type { ServiceName } from '@shop/contracts-common';

/** What a handler says of its event. Nest keeps it as `extras` of the handler. */
export interface HandledEvent {
  /** The only `source` from which the handler accepts events: the owner, or an operator for a command. */
  source: string;
  /** The services that read the event. Absent: a command to this service. */
  readBy?: readonly ServiceName[];
}

/** @throws Error for a handler without `@OnEvent` or `@OnRepublish`. */
export function getHandledEvent(type: string, { extras }: MessageHandler): HandledEvent {
  if (typeof extras?.source !== 'string') throw new Error(`The handler of ${type} has no @OnEvent`);
  return extras as unknown as HandledEvent;
}
