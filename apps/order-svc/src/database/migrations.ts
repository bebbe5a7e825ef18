import { Shop1763600000000 } from './migrations/0001-shop.js';
import { AuditEntries1763700000000 } from './migrations/0002-audit.js';
import { BackOffice1795290000000 } from './migrations/0003-back-office.js';
import { Upkeep1795290100000 } from './migrations/0004-upkeep.js';
import { Stripe1795290200000 } from './migrations/0005-stripe.js';
import { Ledger1795290300000 } from './migrations/0006-ledger.js';
import { SandboxProvider1795290400000 } from './migrations/0007-sandbox-provider.js';
import { Fulfilment1795290500000 } from './migrations/0008-fulfilment.js';
import { SandboxAttempts1795290600000 } from './migrations/0009-sandbox-attempts.js';
import { ReplacedIntents1795290700000 } from './migrations/0010-replaced-intents.js';
import { PrintRequests1795290800000 } from './migrations/0011-print-requests.js';
import { TakenBack1795290900000 } from './migrations/0012-taken-back.js';
import { HeardDisputes1795291000000 } from './migrations/0013-heard-disputes.js';
import { Sweeps1795291100000 } from './migrations/0014-sweeps.js';
import { AskedOfLate1795291200000 } from './migrations/0015-asked-of-late.js';
import { AwaitedPayments1795291300000 } from './migrations/0016-awaited-payments.js';
import { DisputesAndParcels1795291400000 } from './migrations/0017-disputes-and-parcels.js';
import { ToldDifferences1795291500000 } from './migrations/0018-told-differences.js';
import { RestsAndRefusals1795291600000 } from './migrations/0019-rests-and-refusals.js';
import { PaymentBegun1795478400000 } from './migrations/0020-payment-begun.js';

/** In the order they run. */
export const migrations = [
  Shop1763600000000,
  AuditEntries1763700000000,
  BackOffice1795290000000,
  Upkeep1795290100000,
  Stripe1795290200000,
  Ledger1795290300000,
  SandboxProvider1795290400000,
  Fulfilment1795290500000,
  SandboxAttempts1795290600000,
  ReplacedIntents1795290700000,
  PrintRequests1795290800000,
  TakenBack1795290900000,
  HeardDisputes1795291000000,
  Sweeps1795291100000,
  AskedOfLate1795291200000,
  AwaitedPayments1795291300000,
  DisputesAndParcels1795291400000,
  ToldDifferences1795291500000,
  RestsAndRefusals1795291600000,
  PaymentBegun1795478400000,
];
