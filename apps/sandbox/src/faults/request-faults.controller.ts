import { BadRequestException, Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { z } from 'zod';
import { RequestFaultsService } from './request-faults.service.js';

const planSchema = z.object({
  call: z.string().default(''),
  fault: z.union([
    z.enum(['hang-up', 'hang-up-after']),
    z.object({ status: z.number().int().min(200).max(599), body: z.string().default('') }),
  ]),
  times: z.number().int().min(1).nullable().default(1),
});

@Controller('sandbox/control/faults')
export class RequestFaultsController {
  constructor(private readonly faults: RequestFaultsService) {}

  @Post()
  @HttpCode(204)
  plan(@Body() body: unknown): void {
    const parsed = planSchema.safeParse(body);
    if (!parsed.success) throw new BadRequestException(z.prettifyError(parsed.error));
    const { call, fault, times } = parsed.data;
    this.faults.planFault(call, fault, times);
  }

  @Delete()
  @HttpCode(204)
  clear(): void {
    this.faults.clear();
  }
}
