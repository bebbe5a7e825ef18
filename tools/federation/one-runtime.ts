import { createRequire } from 'node:module';

const plugin = createRequire(createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack'));
const tools = createRequire(plugin.resolve('@module-federation/runtime-tools'));

/** A part of the federation's runtime as the bundler asks for it, and its module. */
const moduleOf = (name: string): [asked: string, module: string] => [
  tools.resolve(name),
  tools.resolve(`${name}/bundler`),
];

const injector = plugin.resolve('@module-federation/inject-external-runtime-core-plugin');

/** The bundler and the plugin ask for these parts as CommonJS: nothing of them can be left out, and they bring a second copy of the whole runtime. */
export const ONE_RUNTIME: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['@module-federation/webpack-bundler-runtime', '@module-federation/runtime'].map(moduleOf)),
  [injector]: injector.replace(/\.cjs$/, '.js'),
};
