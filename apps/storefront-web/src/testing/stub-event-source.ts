/** Stands in for the browser's server-sent events: a test speaks through it. */
export class EventSourceStub extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly CLOSED = 2;
  static opened: EventSourceStub[] = [];
  readyState = 1;

  constructor(readonly url: string) {
    super();
    EventSourceStub.opened.push(this);
  }

  close(): void {
    this.readyState = EventSourceStub.CLOSED;
  }

  /** The server has taken the stream up. */
  connect(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** Nobody hears it on a stream that is closed. */
  say(type: string, content: unknown = {}): void {
    if (this.readyState === EventSourceStub.CLOSED) return;
    this.dispatchEvent(
      new MessageEvent(type, { data: typeof content === 'string' ? content : JSON.stringify(content) }),
    );
  }

  /** The connection breaks; browsers try again by themselves. */
  lose(): void {
    this.readyState = EventSourceStub.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }

  /** The server refuses the stream; browsers do not ask again by themselves. */
  refuse(): void {
    this.readyState = EventSourceStub.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

export function stubEventSource(): typeof EventSourceStub {
  EventSourceStub.opened = [];
  Object.assign(globalThis, { EventSource: EventSourceStub });
  return EventSourceStub;
}
