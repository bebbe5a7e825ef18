import { Module } from '@nestjs/common';
import { ShippableAddressesService } from './shippable-addresses.service.js';

@Module({ providers: [ShippableAddressesService], exports: [ShippableAddressesService] })
export class AddressesModule {}
