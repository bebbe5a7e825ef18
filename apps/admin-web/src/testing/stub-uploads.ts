/** What a stubbed upload does; the test says when. */
export interface StubbedUpload {
  path: string;
  file: File;
  progress: (sent: number) => void;
  answer: (status: number, body: unknown) => void;
  breakOff: () => void;
  isAborted: () => boolean;
}

const real = globalThis.XMLHttpRequest;

/** Stands in for XMLHttpRequest, which uploads use for their progress. */
export function stubUploads(): StubbedUpload[] {
  const uploads: StubbedUpload[] = [];
  class Upload {
    status = 0;
    statusText = '';
    responseText = '';
    upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #path = '';
    #isAborted = false;
    open(_method: string, path: string): void {
      this.#path = path;
    }
    abort(): void {
      this.#isAborted = true;
      this.onabort?.();
    }
    send(form: FormData): void {
      uploads.push({
        path: this.#path,
        file: form.get('image') as File,
        progress: (sent) => this.upload.onprogress?.({ lengthComputable: true, loaded: sent * 1000, total: 1000 }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
          this.onload?.();
        },
        breakOff: () => this.onerror?.(),
        isAborted: () => this.#isAborted,
      });
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: Upload });
  return uploads;
}

export function restoreUploads(): void {
  Object.assign(globalThis, { XMLHttpRequest: real });
}
