/** web-kit of a newer shell: it no longer has an export that remotes of earlier builds use. */
export * from '../../../libs/web/kit/src/index.ts';
export const setCart = undefined;
