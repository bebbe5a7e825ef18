import { Controller, Get } from '@nestjs/common';

/** The sandbox listens only after it has migrated its database, so it is ready when it answers. */
@Controller()
export class HealthController {
  @Get('healthz')
  getLiveness(): { status: 'up' } {
    return { status: 'up' };
  }

  /** For the gateway's state of the whole shop. */
  @Get('healthz/parts')
  getParts(): { state: 'up' } {
    return { state: 'up' };
  }

  @Get('readyz')
  getReadiness(): { ready: true } {
    return { ready: true };
  }
}
