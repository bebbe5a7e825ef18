type Fetch = typeof globalThis.fetch;

const realXmlHttpRequest = globalThis.XMLHttpRequest;

/**
 * Makes XMLHttpRequest, which uploads use for their progress, call `fetchStub`. `getProgressShares` lists the progress
 * events of a request.
 */
export function stubXmlHttpRequest(fetchStub: Fetch, getProgressShares: (name: string) => readonly number[]): void {
  class StubbedXmlHttpRequest {
    status = 0;
    statusText = '';
    responseText = '';
    withCredentials = false;
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    #method = '';
    #path = '';
    #headers = new Headers();
    readonly #abortController = new AbortController();

    open(method: string, path: string): void {
      [this.#method, this.#path] = [method, path];
    }

    getResponseHeader(name: string): string | null {
      return this.#headers.get(name);
    }

    abort(): void {
      this.#abortController.abort();
    }

    send(body: FormData): void {
      void this.#send(body);
    }

    async #send(body: FormData): Promise<void> {
      const { signal } = this.#abortController;
      try {
        const coming = fetchStub(this.#path, {
          method: this.#method,
          body,
          signal,
          credentials: this.withCredentials ? 'include' : 'same-origin',
        });
        for (const share of getProgressShares(`${this.#method} ${this.#path}`))
          this.upload.onprogress?.({ lengthComputable: true, loaded: share * 1000, total: 1000 });
        const response = await coming;
        const { status, statusText, headers } = response;
        Object.assign(this, { status, statusText, responseText: await response.text() });
        this.#headers = headers;
        this.onload?.();
      } catch {
        if (!signal.aborted) this.onerror?.();
      }
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: StubbedXmlHttpRequest });
}

export function restoreXmlHttpRequest(): void {
  Object.assign(globalThis, { XMLHttpRequest: realXmlHttpRequest });
}
