import { Injectable } from '@nestjs/common';

/**
 * `hang-up`: disconnects and does nothing. `hang-up-after`: does the work and disconnects. An answer: does nothing and
 * answers this.
 */
export type RequestFault = 'hang-up' | 'hang-up-after' | { status: number; body: string };

interface PlannedFault {
  /** The beginning of the method and the path, such as `POST /orders`; empty: any of Printful's API. */
  call: string;
  fault: RequestFault;
  /** Null: until all faults are removed. */
  times: number | null;
}

const IS_OF_STRIPE = /^[A-Z]+ \/(?:v1|sandbox)\//;

const matches = (planned: string, call: string): boolean =>
  planned === '' ? !IS_OF_STRIPE.test(call) : call.startsWith(planned);

/** What goes wrong with the next calls of the providers' APIs. */
@Injectable()
export class RequestFaultsService {
  /** Tests watch and delay calls here, such as `POST /orders?confirm=1`, before they are handled and before they are answered. */
  onCall: (call: string) => unknown = () => undefined;
  onAnswer: (call: string) => unknown = () => undefined;
  private planned: PlannedFault[] = [];

  planFault(call: string, fault: RequestFault, times: number | null = 1): void {
    this.planned.push({ call, fault, times });
  }

  clear(): void {
    this.planned = [];
  }

  /** The first planned fault of this call. */
  takeFault(call: string): RequestFault | undefined {
    const found = this.planned.find((planned) => matches(planned.call, call));
    if (found?.times) {
      found.times -= 1;
      if (found.times === 0) this.planned = this.planned.filter((planned) => planned !== found);
    }
    return found?.fault;
  }
}
