/** Replaces the browser's EventSource; tests emit events through it. */
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

  /** The server accepts the stream. */
  connect(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** Delivers an event, unless the stream is closed. */
  emit(type: string, content: unknown = {}): void {
    if (this.readyState === EventSourceStub.CLOSED) return;
    this.dispatchEvent(
      new MessageEvent(type, { data: typeof content === 'string' ? content : JSON.stringify(content) }),
    );
  }

  /** The connection breaks; browsers reconnect automatically. */
  disconnect(): void {
    this.readyState = EventSourceStub.CONNECTING;
    this.dispatchEvent(new Event('error'));
  }

  /** The server answers with an error status; browsers do not reconnect. */
  reject(): void {
    this.readyState = EventSourceStub.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

export function stubEventSource(): typeof EventSourceStub {
  EventSourceStub.opened = [];
  Object.assign(globalThis, { EventSource: EventSourceStub });
  return EventSourceStub;
}
